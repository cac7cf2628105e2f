import {
  done,
  err,
  ok,
  type Clock,
  type InputSignals,
  type OpenPort,
  type Result,
  type SignalError,
} from '@batbot/core';
import type { Socket } from './socket-types.ts';

/** Milliseconds. */
const ANSWER_DEADLINE = 1_000;

/** The simulator's control lines: text frames beside the bytes, each answered by one that tells the device's lines. */
export interface SocketSignals extends Pick<OpenPort, 'setSignals' | 'sendBreak' | 'readSignals'> {
  readonly hear: (text: string) => void;
  /** The socket is closed: what waits for an answer gets none. */
  readonly ended: () => void;
}

const parseInputs = (text: string): InputSignals | undefined => {
  try {
    const message: unknown = JSON.parse(text);
    if (typeof message !== 'object' || message === null) return undefined;
    const fields = new Map<string, unknown>(Object.entries(message));
    if (fields.get('kind') !== 'signals') return undefined;
    const isOn = (name: keyof InputSignals): boolean => fields.get(name) === true;
    return { cts: isOn('cts'), dsr: isOn('dsr'), dcd: isOn('dcd'), ri: isOn('ri') };
  } catch {
    return undefined;
  }
};

export const createSocketSignals = (
  socket: Socket,
  clock: Pick<Clock, 'after'>,
  end: () => SignalError | undefined,
): SocketSignals => {
  let answer: (inputs: InputSignals | undefined) => void = () => undefined;
  let asking: Promise<unknown> = Promise.resolve();

  const askNow = (message: object, deadline: number): Promise<Result<InputSignals, SignalError>> =>
    new Promise((resolve) => {
      const settle = (result: Result<InputSignals, SignalError>): void => {
        cancel();
        resolve(result);
      };
      const cancel = clock.after(deadline, () => {
        settle(err({ kind: 'unsupported', message: 'This simulator knows no control lines.' }));
      });
      answer = (inputs) => {
        if (inputs !== undefined) settle(ok(inputs));
        else settle(err(end() ?? { kind: 'failed', message: 'The connection broke.' }));
      };
      const ended = end();
      if (ended === undefined) socket.send(JSON.stringify(message));
      else settle(err(ended));
    });

  /** One at a time: answers carry no number. */
  const ask = (
    message: object,
    deadline = ANSWER_DEADLINE,
  ): Promise<Result<InputSignals, SignalError>> => {
    const asked = asking.then(() => askNow(message, deadline));
    asking = asked;
    return asked;
  };
  const told = async (asked: ReturnType<typeof ask>): Promise<Result<void, SignalError>> => {
    const result = await asked;
    return result.ok ? done : result;
  };

  return {
    setSignals: (signals) => told(ask({ kind: 'signals', ...signals })),
    sendBreak: (ms) => told(ask({ kind: 'break', ms }, ms + ANSWER_DEADLINE)),
    readSignals: () => ask({ kind: 'ask' }),
    hear: (text) => {
      const inputs = parseInputs(text);
      if (inputs !== undefined) answer(inputs);
    },
    ended: () => {
      answer(undefined);
    },
  };
};
