import {
  done,
  err,
  ok,
  type InputSignals,
  type OpenPort,
  type Result,
  type SignalError,
} from '@batbot/core';
import type { Socket } from './socket-types.ts';

/**
 * The simulator's control lines: text frames beside the bytes. Each request has a number; its answer has the same number
 * and the state of the device's lines (LINK-101).
 */
export interface SocketSignals extends Pick<OpenPort, 'setSignals' | 'sendBreak' | 'readSignals'> {
  readonly hear: (text: string) => void;
  /** The socket has closed: pending requests fail. */
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

type Reply = Result<InputSignals, SignalError>;

export const createSocketSignals = (
  socket: Socket,
  end: () => SignalError | undefined,
): SocketSignals => {
  /** Pending requests by number, so that a late answer is not taken for another request's. */
  const waiting = new Map<unknown, (reply: Reply) => void>();
  let lastId = 0;

  const ask = (message: object): Promise<Reply> =>
    new Promise((resolve) => {
      const ended = end();
      if (ended !== undefined) {
        resolve(err(ended));
        return;
      }
      lastId += 1;
      const id = lastId;
      waiting.set(id, (reply) => {
        waiting.delete(id);
        resolve(reply);
      });
      socket.send(JSON.stringify({ ...message, id }));
    });
  const drive = async (message: object): Promise<Result<void, SignalError>> => {
    const result = await ask(message);
    return result.ok ? done : result;
  };

  return {
    setSignals: (signals) => drive({ kind: 'signals', ...signals }),
    sendBreak: (ms) => drive({ kind: 'break', ms }),
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
