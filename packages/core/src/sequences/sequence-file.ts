import {
  checkList,
  problemAt,
  readForeignJson,
  recordOf,
  type FileProblem,
} from '../prelude/foreign-json.ts';
import { type Result } from '../prelude/result.ts';
import { checkSequence, SEQUENCE_LIMITS, type SequenceDraft } from './sequence.ts';

/** Characters; larger files are not even read. */
export const SEQUENCE_FILE_LIMIT = 1_048_576;
const FORMAT = 'batbot-sequences';

/** Reads sequences of unknown origin: size-capped, every field checked, all or nothing [ST-09]. */
export const parseSequences = (text: string): Result<readonly SequenceDraft[], FileProblem> => {
  const raw = readForeignJson(text, SEQUENCE_FILE_LIMIT);
  if (!raw.ok) return raw;
  const file = recordOf(raw.value);
  if (file?.get('format') !== FORMAT) return problemAt('', 'holds no sequences of this program');
  if (file.get('version') !== 1) return problemAt('version', 'is not 1: a newer program made it');
  const list = file.get('sequences');
  return checkList(list, 'sequences', SEQUENCE_LIMITS.sequences, checkSequence);
};

const withoutId = ({ name, steps, loops, pauseMs }: SequenceDraft): SequenceDraft => ({
  name,
  ...(loops === undefined ? {} : { loops }),
  pauseMs,
  steps,
});

export const formatSequences = (sequences: readonly SequenceDraft[]): string =>
  JSON.stringify({ format: FORMAT, version: 1, sequences: sequences.map(withoutId) }, null, 2);
