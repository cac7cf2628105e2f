import { useRef, useState } from 'react';
import { CONTROL_KEYS, type ControlKeyId, type Terminal } from '@batbot/core';
import { controlProblem, sendProblem, type SendProblem } from './send-problem.ts';

/** Sending, and what became of the last thing sent. */
export interface Sender {
  /** True when the text went out. */
  readonly send: (text: string) => boolean;
  /** Sends a control character, past whatever waits. */
  readonly sendControl: (key: ControlKeyId) => void;
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
      terminal.lines.dismiss();
    },
    sendControl: (key) => {
      void terminal.sendControl(key).then((sent) => {
        if (!sent.ok) setProblem(controlProblem(sent.error, CONTROL_KEYS[key].name));
      });
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
