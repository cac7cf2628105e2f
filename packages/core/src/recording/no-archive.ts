import { EMPTY } from 'rxjs';
import { err, type Result } from '../prelude/result.ts';
import type { KeepAwake } from '../ports/keep-awake.ts';
import type { ArchiveError, SessionArchive } from '../ports/session-archive.ts';

const refuse = (): Promise<Result<never, ArchiveError>> =>
  Promise.resolve(err({ kind: 'blocked', message: 'There is no archive here.' }));

/** For a host that keeps nothing. */
export const noArchive: SessionArchive = {
  save: refuse,
  list: refuse,
  read: refuse,
  remove: refuse,
  usage: () => Promise.resolve(undefined),
  keep: () => Promise.resolve(false),
  lost$: EMPTY,
  dispose: () => undefined,
};

export const noKeepAwake: KeepAwake = { hold: () => () => undefined };
