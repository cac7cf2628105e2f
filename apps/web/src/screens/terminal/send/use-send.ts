import { useRef, useState } from 'react';
import type { Terminal } from '@batbot/core';
import { sendProblem, type SendProblem } from './send-problem.ts';

/** Sending, and what became of the last command sent. */
export interface Sender {
  /** True when the text went out. */
  readonly send: (text: string) => boolean;
  readonly problem: SendProblem | undefined;
  readonly clearProblem: () => void;
}

/** What becomes of a command later is told only while nothing newer was tried. */
export const useSend = (terminal: Terminal): Sender => {
  const [problem, setProblem] = useState<SendProblem>();
  const sends = useRef(0);
  return {
    problem,
    clearProblem: () => {
      setProblem(undefined);
    },
    send: (text) => {
      sends.current += 1;
      const mine = sends.current;
      const sent = terminal.send(text);
      setProblem(sent.ok ? undefined : sendProblem(sent.error));
      if (!sent.ok) return false;
      void sent.value.then((outcome) => {
        if (sends.current === mine) setProblem(sendProblem(outcome, text));
      });
      return true;
    },
  };
};
