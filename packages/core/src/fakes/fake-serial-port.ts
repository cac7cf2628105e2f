import type {
  CloseError,
  GlitchName,
  InputSignals,
  OpenPort,
  OutputSignals,
  ReadOutcome,
  SignalError,
  WriteError,
} from '../ports/serial-link.ts';
import { done, err, type Result } from '../prelude/result.ts';
import type { FakeGates } from './fake-gates.ts';

/** A call of the link that a test can keep pending. */
export type SerialCall = 'choose' | 'open' | 'write' | 'close';

/** Called with the bytes of each write, before the write settles. */
export type WriteHandler = (bytes: Uint8Array) => void;

/** A change of the control lines that the computer drives. */
export type DrivenLines = OutputSignals & { readonly brk?: boolean };

/** What an open port needs from its device. */
export interface PortHooks {
  readonly gates: FakeGates<SerialCall>;
  readonly wrote: WriteHandler;
  readonly nextWriteError: () => WriteError | undefined;
  readonly nextCloseError: () => CloseError | undefined;
  readonly closed: () => void;
  /** Reports a change of control lines; `brk` is the break. Returns an error if the device has no control lines. */
  readonly drove: (lines: DrivenLines) => SignalError | undefined;
  readonly inputs: () => Result<InputSignals, SignalError>;
}

export interface FakePort {
  readonly port: OpenPort;
  readonly deliver: (outcome: ReadOutcome) => void;
  /** Ends the port because of the device. Delivered bytes can still be read first. */
  readonly lose: (message: string) => void;
}

export const glitchOutcome = (name: GlitchName, message = `A ${name} occurred.`): ReadOutcome => ({
  kind: 'glitch',
  name,
  message,
});

export const createFakePort = (hooks: PortHooks): FakePort => {
  const arrived: ReadOutcome[] = [];
  let final: Extract<ReadOutcome, { kind: 'lost' | 'closed' }> | undefined;
  let waiting: ((outcome: ReadOutcome) => void) | undefined;
  let closing: Promise<Result<void, CloseError>> | undefined;
  let writes: Promise<unknown> = Promise.resolve();

  const settleRead = (outcome: ReadOutcome): boolean => {
    const resolve = waiting;
    waiting = undefined;
    resolve?.(outcome);
    return resolve !== undefined;
  };

  const finalWriteError = (): WriteError | undefined =>
    final === undefined
      ? undefined
      : final.kind === 'lost'
        ? final
        : { kind: 'closed', message: 'The port is closed.' };

  let isWriting = false;
  let isAborted = false;

  const writeNow = async (bytes: Uint8Array): Promise<Result<void, WriteError>> => {
    isWriting = true;
    await hooks.gates.pass('write');
    isWriting = false;
    if (isAborted) {
      isAborted = false;
      return err(finalWriteError() ?? { kind: 'failed', message: 'The write was aborted.' });
    }
    const error = finalWriteError() ?? hooks.nextWriteError();
    if (error !== undefined) return err(error);
    hooks.wrote(bytes);
    return done;
  };

  const drive = (...changes: readonly DrivenLines[]): Promise<Result<void, SignalError>> => {
    const refusals = changes.map((lines) => finalWriteError() ?? hooks.drove(lines));
    const error = refusals.find((each) => each !== undefined);
    return Promise.resolve(error === undefined ? done : err(error));
  };

  const closeNow = async (): Promise<Result<void, CloseError>> => {
    final ??= { kind: 'closed' };
    arrived.length = 0;
    settleRead(final);
    hooks.gates.open('write');
    await writes;
    await hooks.gates.pass('close');
    hooks.closed();
    const error = hooks.nextCloseError();
    return error === undefined ? done : err(error);
  };

  return {
    port: {
      read: () => {
        const outcome = arrived.shift() ?? final;
        if (outcome !== undefined) return Promise.resolve(outcome);
        return new Promise((resolve) => {
          waiting = resolve;
        });
      },
      write: (bytes) => {
        const copy = bytes.slice();
        const result = writes.then(() => writeNow(copy));
        writes = result;
        return result;
      },
      abort: () => {
        isAborted = isWriting;
        hooks.gates.open('write');
      },
      close: () => (closing ??= closeNow()),
      setSignals: (signals) => drive(signals),
      sendBreak: () => drive({ brk: true }, { brk: false }),
      readSignals: () => {
        const error = finalWriteError();
        return Promise.resolve(error === undefined ? hooks.inputs() : err(error));
      },
    },
    deliver: (outcome) => {
      if (final === undefined && !settleRead(outcome)) arrived.push(outcome);
    },
    lose: (message) => {
      if (final !== undefined) return;
      final = { kind: 'lost', message };
      hooks.gates.open('write');
      settleRead(final);
    },
  };
};
