import { done, err, type Result } from '../prelude/result.ts';
import type { CloseError, ReadOutcome, WriteError } from '../ports/serial-link.ts';

export type PortEnd = Extract<ReadOutcome, { readonly kind: 'lost' | 'closed' }>;
export type PortEndError = { readonly kind: PortEnd['kind']; readonly message: string };

export interface PortFrameParts {
  /**
   * Writes a copy of the caller's bytes, which are not empty. While the port is open, calls do not overlap. Never
   * rejects.
   */
  readonly writeNow: (bytes: Uint8Array<ArrayBuffer>) => Promise<Result<void, WriteError>>;
  /** Aborts the current write of the platform. */
  readonly abortWrite: () => void;
  /** Closes the platform's port. Called once; the port already counts as closed. */
  readonly closeNow: () => Promise<Result<void, CloseError>>;
  /** Called once when the port has ended by a loss or a close, to settle a pending read. */
  readonly onEnd: (end: PortEnd) => void;
}

/** What all implementations of `OpenPort` have in common: the end of the port, the order of its writes, and `abort`. */
export const createPortFrame = (parts: PortFrameParts) => {
  let ended: PortEnd | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  let closing: Promise<Result<void, CloseError>> | undefined;
  const waiting = new Set<() => void>();
  let isCloseAborted = false;

  const endError = (): PortEndError | undefined =>
    ended?.kind === 'closed' ? { kind: 'closed', message: 'The port is closed.' } : ended;

  /** Ends the port in this way, unless it has ended already. Returns how it ended first. */
  const finish = (end: PortEnd): PortEnd => {
    if (ended !== undefined) return ended;
    ended = end;
    parts.onEnd(end);
    return end;
  };

  /**
   * Runs a step of a write or a close. Resolves to undefined if the step rejects or `abort` is called. After an abort,
   * a close starts no further step.
   */
  const untilAborted = <T>(step: () => Promise<T>): Promise<T | undefined> =>
    new Promise((resolve) => {
      if (isCloseAborted) {
        resolve(undefined);
        return;
      }
      const settle = (value?: T): void => {
        waiting.delete(settle);
        resolve(value);
      };
      waiting.add(settle);
      step().then(settle, () => settle());
    });

  const writeNext = async (bytes: Uint8Array<ArrayBuffer>): Promise<Result<void, WriteError>> => {
    const error = endError();
    if (error !== undefined) return err(error);
    if (bytes.length === 0) return done;
    const result = await untilAborted(() => parts.writeNow(bytes));
    return result ?? err(endError() ?? { kind: 'failed', message: 'The write was aborted.' });
  };

  return {
    /** Returns how the port ended; undefined while it is open. */
    end: (): PortEnd | undefined => ended,
    endError,
    finish,
    untilAborted,
    /** Settles when all writes so far have settled. */
    written: (): Promise<unknown> => writing,
    write: (bytes: Uint8Array): Promise<Result<void, WriteError>> => {
      const copy = new Uint8Array(bytes);
      const result = writing.then(() => writeNext(copy));
      writing = result;
      return result;
    },
    abort: (): void => {
      isCloseAborted = ended !== undefined;
      parts.abortWrite();
      for (const settle of [...waiting]) settle();
    },
    close: (): Promise<Result<void, CloseError>> => {
      finish({ kind: 'closed' });
      closing ??= parts.closeNow();
      return closing;
    },
  };
};
