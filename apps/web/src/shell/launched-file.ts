import { err, ok, type Result } from '@batbot/core';
import type { OpenedFile } from '../react/opened-file.ts';

/** Limit in bytes. No JSON file of the app is larger. */
const LARGEST_JSON = 4_194_304;

const KNOWN =
  'The app opens tables (.csv), sessions (.jsonl), profiles, checks, sequences and descriptions of firmware (.json).';

const objectIn = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const raw: unknown = JSON.parse(text);
    return typeof raw === 'object' && raw !== null ? { ...raw } : undefined;
  } catch {
    return undefined;
  }
};

/** Recognizes a JSON file by its content. Its screen checks it. */
const readJson = (text: string, image: File | undefined): Result<OpenedFile, string> => {
  const raw = objectIn(text);
  if (raw === undefined) return err(`It is not valid JSON. ${KNOWN}`);
  if (raw['format'] === 'batbot-firmware-1') return ok({ kind: 'firmware', text, file: image });
  if (/^batbot-(procedures|sequences|checks)$/.test(String(raw['format']))) {
    return ok({ kind: 'checks' in raw ? 'checks' : 'sequences', text });
  }
  if ('profile' in raw || 'records' in raw || 'fields' in raw) return ok({ kind: 'profile', text });
  return err(`Its content is not known. ${KNOWN}`);
};

/** Recognizes an opened file. `image`: the file of a firmware image that was opened with it. Errors are sentences. */
const readFile = async (file: File, image?: File): Promise<Result<OpenedFile, string>> => {
  const name = file.name.toLowerCase();
  if (/\.(csv|tsv)$/.test(name)) return ok({ kind: 'table', file });
  if (name.endsWith('.bin')) {
    return err('Open the image of a firmware together with its description (.json).');
  }
  if (name.endsWith('.jsonl')) {
    const isSealed = (await file.slice(0, 64).text()).includes('{"seal":');
    return ok({ kind: isSealed || name.endsWith('.sealed.jsonl') ? 'sealed' : 'table', file });
  }
  if (!name.endsWith('.json')) return err(KNOWN);
  if (file.size > LARGEST_JSON) return err(`It is too large. ${KNOWN}`);
  return readJson(await file.text(), image);
};

/**
 * Recognizes files that were opened together: one file, or a firmware image with its description. Errors are sentences.
 */
export const readLaunched = async (files: readonly File[]): Promise<Result<OpenedFile, string>> => {
  const image = files.length === 2 ? files.find(({ name }) => /\.bin$/i.test(name)) : undefined;
  const [file, ...more] = files.filter((each) => each !== image);
  if (file === undefined) return err('There is no file.');
  if (more.length > 0) return err('Open one file at a time.');
  try {
    return await readFile(file, image);
  } catch (thrown) {
    return err(
      `It could not be read: ${thrown instanceof Error ? thrown.message : 'no reason given'}`,
    );
  }
};
