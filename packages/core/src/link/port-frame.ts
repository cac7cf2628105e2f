import { done, err, type Result } from '../prelude/result.ts';
import type { CloseError, OpenPort, ReadOutcome, WriteError } from '../ports/serial-link.ts';

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
export interface PortFrame extends Pick<OpenPort, 'write' | 'abort' | 'close'> {
  /** Returns how the port ended; undefined while it is open. */
  readonly end: () => PortEnd | undefined;
  readonly endError: () => PortEndError | undefined;
  /** Ends the port in this way, unless it has ended already. Returns how it ended first. */
  readonly finish: (end: PortEnd) => PortEnd;
  /** Settles when all writes so far have settled. */
  readonly written: () => Promise<unknown>;
  /**
   * Runs a step of a write or a close. Resolves to undefined if the step rejects or `abort` is called. After an abort,
   * a close starts no further step.
   */
  readonly untilAborted: <T>(step: () => Promise<T>) => Promise<T | undefined>;
}

export const createPortFrame = (parts: PortFrameParts): PortFrame => {
  let ended: PortEnd | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  let closing: Promise<Result<void, CloseError>> | undefined;
  const waiting = new Set<() => void>();
  let isCloseAborted = false;

  const endError = (): PortEndError | undefined =>
    ended?.kind === 'closed' ? { kind: 'closed', message: 'The port is closed.' } : ended;

  const finish = (end: PortEnd): PortEnd => {
    if (ended !== undefined) return ended;
    ended = end;
    parts.onEnd(end);
    return end;
  };

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
    end: () => ended,
    endError,
    finish,
    untilAborted,
    written: () => writing,
    write: (bytes) => {
      const copy = new Uint8Array(bytes);
      const result = writing.then(() => writeNext(copy));
      writing = result;
      return result;
    },
    abort: () => {
      isCloseAborted = ended !== undefined;
      parts.abortWrite();
      for (const settle of [...waiting]) settle();
    },
    close: () => {
      finish({ kind: 'closed' });
      closing ??= parts.closeNow();
      return closing;
    },
  };
};
