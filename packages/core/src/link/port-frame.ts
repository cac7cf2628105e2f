import { done, err, type Result } from '../prelude/result.ts';
import type { CloseError, OpenPort, ReadOutcome, WriteError } from '../ports/serial-link.ts';

/** How an open port ended. */
export type PortEnd = Extract<ReadOutcome, { readonly kind: 'lost' | 'closed' }>;
/** The same, for whoever still wants something of it. */
export type PortEndError = { readonly kind: PortEnd['kind']; readonly message: string };

export interface PortFrameParts {
  /** Writes a copy of the caller's bytes, at least one; while the port is open, one call at a time. Never rejects. */
  readonly writeNow: (bytes: Uint8Array<ArrayBuffer>) => Promise<Result<void, WriteError>>;
  /** Closes it; called once. The port counts as closed already. */
  readonly closeNow: () => Promise<Result<void, CloseError>>;
  /** Called once, when the port has ended, by a loss or a close: a read that waits is to be settled. */
  readonly onEnd: (end: PortEnd) => void;
}

/** What every `OpenPort` has to do about its end and the order of its writes, whatever it stands on. */
export interface PortFrame extends Pick<OpenPort, 'write' | 'close'> {
  /** Undefined while the port is open. */
  readonly end: () => PortEnd | undefined;
  readonly endError: () => PortEndError | undefined;
  /** Ends it; the first end counts, and is given. */
  readonly finish: (end: PortEnd) => PortEnd;
  /** Settles when the writes asked for so far have. */
  readonly written: () => Promise<unknown>;
}

export const createPortFrame = ({ writeNow, closeNow, onEnd }: PortFrameParts): PortFrame => {
  let ended: PortEnd | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  let closing: Promise<Result<void, CloseError>> | undefined;

  const endError = (): PortEndError | undefined =>
    ended?.kind === 'closed' ? { kind: 'closed', message: 'The port is closed.' } : ended;

  const finish = (end: PortEnd): PortEnd => {
    if (ended !== undefined) return ended;
    ended = end;
    onEnd(end);
    return end;
  };

  const writeNext = (bytes: Uint8Array<ArrayBuffer>): Promise<Result<void, WriteError>> => {
    const error = endError();
    if (error !== undefined) return Promise.resolve(err(error));
    return bytes.length === 0 ? Promise.resolve(done) : writeNow(bytes);
  };

  return {
    end: () => ended,
    endError,
    finish,
    written: () => writing,
    write: (bytes) => {
      const copy = new Uint8Array(bytes);
      const result = writing.then(() => writeNext(copy));
      writing = result;
      return result;
    },
    close: () => {
      finish({ kind: 'closed' });
      closing ??= closeNow();
      return closing;
    },
  };
};
