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

/** The simulator's control lines: text frames beside the bytes, each answered by one of its number that tells the device's lines. */
export interface SocketSignals extends Pick<OpenPort, 'setSignals' | 'sendBreak' | 'readSignals'> {
  readonly hear: (text: string) => void;
  /** The socket is closed: what waits for an answer gets none. */
  readonly ended: () => void;
}

interface Answer {
  /** The number of the request. */
  readonly id: unknown;
  readonly inputs: InputSignals;
}

const parseAnswer = (text: string): Answer | undefined => {
  try {
    const message: unknown = JSON.parse(text);
    if (typeof message !== 'object' || message === null) return undefined;
    const fields = new Map<string, unknown>(Object.entries(message));
    if (fields.get('kind') !== 'signals') return undefined;
    const isOn = (name: keyof InputSignals): boolean => fields.get(name) === true;
    const inputs = { cts: isOn('cts'), dsr: isOn('dsr'), dcd: isOn('dcd'), ri: isOn('ri') };
    return { id: fields.get('id'), inputs };
  } catch {
    return undefined;
  }
};

type Told = Result<InputSignals, SignalError>;

export const createSocketSignals = (
  socket: Socket,
  clock: Pick<Clock, 'after'>,
  end: () => SignalError | undefined,
): SocketSignals => {
  /** What waits for an answer, by its number: one that comes too late is nobody else's. */
  const waiting = new Map<unknown, (told: Told) => void>();
  let lastId = 0;

  const ask = (message: object, deadline = ANSWER_DEADLINE): Promise<Told> =>
    new Promise((resolve) => {
      const ended = end();
      if (ended !== undefined) {
        resolve(err(ended));
        return;
      }
      lastId += 1;
      const id = lastId;
      const settle = (told: Told): void => {
        waiting.delete(id);
        cancel();
        resolve(told);
      };
      const cancel = clock.after(deadline, () => {
        settle(err({ kind: 'unsupported', message: 'This simulator knows no control lines.' }));
      });
      waiting.set(id, settle);
      socket.send(JSON.stringify({ ...message, id }));
    });
  const told = async (asked: Promise<Told>): Promise<Result<void, SignalError>> => {
    const result = await asked;
    return result.ok ? done : result;
  };

  return {
    setSignals: (signals) => told(ask({ kind: 'signals', ...signals })),
    sendBreak: (ms) => told(ask({ kind: 'break', ms }, ms + ANSWER_DEADLINE)),
    readSignals: () => ask({ kind: 'ask' }),
    hear: (text) => {
      const answer = parseAnswer(text);
      if (answer !== undefined) waiting.get(answer.id)?.(ok(answer.inputs));
    },
    ended: () => {
      const error = end() ?? { kind: 'failed', message: 'The connection broke.' };
      for (const settle of waiting.values()) settle(err(error));
    },
  };
};
