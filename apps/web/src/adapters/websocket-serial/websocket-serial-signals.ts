import * as v from 'valibot';
import {
  done,
  err,
  ok,
  readAs,
  type InputSignals,
  type OutputSignals,
  type Result,
  type SignalError,
} from '@batbot/core';
import type { Socket } from './socket-types.ts';

/** Schema of a line. A line that the message does not contain is off. */
const LINE = v.fallback(v.boolean(), false);
/** Schema of an answer with the number of its request. */
const ANSWER = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    kind: v.literal('signals'),
    id: v.number(),
    cts: LINE,
    dsr: LINE,
    dcd: LINE,
    ri: LINE,
  }),
);

type Reply = Result<InputSignals, SignalError>;

/**
 * The control lines of the simulator, transmitted as text frames. Each request has a number; its answer has the same
 * number and the state of the device's lines (LINK-101).
 */
export const createSocketSignals = (socket: Socket, end: () => SignalError | undefined) => {
  /** Pending requests by number, so that a late answer does not settle another request. */
  const waiting = new Map<number, (reply: Reply) => void>();
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
    setSignals: (signals: OutputSignals) => drive({ kind: 'signals', ...signals }),
    sendBreak: (ms: number) => drive({ kind: 'break', ms }),
    readSignals: () => ask({ kind: 'ask' }),
    hear: (text: string): void => {
      const answer = readAs(ANSWER, text);
      if (answer === undefined) return;
      const { cts, dsr, dcd, ri } = answer;
      waiting.get(answer.id)?.(ok({ cts, dsr, dcd, ri }));
    },
    /** Ends all pending requests with an error after the socket has closed. */
    ended: (): void => {
      const error: SignalError = end() ?? { kind: 'failed', message: 'The connection broke.' };
      for (const settle of waiting.values()) settle(err(error));
    },
  };
};
