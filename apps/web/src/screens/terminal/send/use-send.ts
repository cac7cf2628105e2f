import { useEffect, useRef, useState } from 'react';
import { CONTROL_KEYS, type ControlKeyId, type Core } from '@batbot/core';
import { controlProblem, lateAnswer, sendProblem, type SendProblem } from './send-problem.ts';

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
export const useSend = (
  { terminal, link, procedures }: Pick<Core, 'terminal' | 'link' | 'procedures'>,
  onSent: () => void,
): Sender => {
  const [problem, setProblem] = useState<SendProblem>();
  const sends = useRef(0);
  /** The command of which it is told that it was not answered in time. */
  const unanswered = useRef<string>(undefined);
  const tell = (next: SendProblem | undefined, command?: string): void => {
    unanswered.current = command;
    setProblem(next);
  };
  useEffect(() => {
    const late = link.late$.subscribe(({ of, afterMs }) => {
      if (of.origin !== 'user' || of.text !== unanswered.current) return;
      setProblem(lateAnswer(of.text, afterMs));
    });
    late.add(
      link.connection$.subscribe(({ kind }) => {
        if (kind !== 'connected') return;
        setProblem((told) => (told?.untilConnected === true ? undefined : told));
      }),
    );
    return () => {
      late.unsubscribe();
    };
  }, [link]);
  return {
    problem,
    clearProblem: () => {
      tell(undefined);
      procedures.lines.dismiss();
    },
    sendControl: (key) => {
      void terminal.sendControl(key).then((sent) => {
        if (!sent.ok) tell(controlProblem(sent.error, CONTROL_KEYS[key].name));
      });
    },
    send: (text) => {
      sends.current += 1;
      const mine = sends.current;
      const sent = terminal.send(text);
      tell(sent.ok ? undefined : sendProblem(sent.error));
      if (!sent.ok) return false;
      onSent();
      void sent.value.then((outcome) => {
        if (sends.current !== mine) return;
        tell(sendProblem(outcome, text), outcome.kind === 'timeout' ? text : undefined);
      });
      return true;
    },
  };
};
