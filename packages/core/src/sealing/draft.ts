import type { RecordedSession } from '../recording/recorded-session.ts';
import type { SampleColumn } from '../recording/sample-columns.ts';
import { sealedText, type SealStatement } from './statement.ts';

/** The signed-in user, who seals the session. */
export interface Technician {
  readonly userId: string;
  readonly name: string;
}

/** The statement of a seal without its time, which is set when the file is written. */
export type SealDraft = Omit<SealStatement, 'sealedAt'>;

const lastOf = ({ series }: RecordedSession, column: SampleColumn): number | undefined =>
  series.columns[column].findLast((each) => !Number.isNaN(each));

const packOf = (session: RecordedSession): SealStatement['pack'] => {
  const { cells, temperatures, identity } = session.info;
  const designCapacityAh = lastOf(session, 'designCapacityAh');
  const cycles = lastOf(session, 'cycles');
  return {
    cells,
    temperatures,
    ...(designCapacityAh === undefined ? {} : { designCapacityAh }),
    ...(cycles === undefined ? {} : { cycles }),
    ...(identity?.serial === undefined ? {} : { serial: sealedText(identity.serial) }),
  };
};

/** Collects what is known about a session, its pack, its device and its technician. */
export const draftOf = (
  session: RecordedSession,
  { name, damaged, app }: { readonly name: string; readonly damaged: number; readonly app: string },
  technician: Technician,
): SealDraft => {
  const { id, startedAt, durationMs, samples, finished, follows, device, baudRate } = session.info;
  const { serial: _, ...identity } = session.info.identity ?? {};
  return {
    app,
    session: {
      id,
      name: sealedText(name),
      startedAt: new Date(startedAt).toISOString(),
      durationMs: Math.round(durationMs),
      samples,
      finished,
      damaged: session.damaged + damaged,
      ...(follows === undefined ? {} : { follows }),
    },
    device: { label: device, baudRate, ...identity },
    pack: packOf(session),
    technician: { userId: sealedText(technician.userId), name: sealedText(technician.name) },
  };
};
