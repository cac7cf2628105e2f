import { useEffect, useRef, useState } from 'react';
import { CONTROL_KEYS, type ControlKeyId } from '@batbot/core';
import { useCore } from '../../../react/core-context.tsx';
import { controlProblem, lateAnswer, sendProblem, type SendProblem } from './send-problem.ts';

/** Sends commands. The result of a command is reported unless a newer command was sent. */
export const useSend = (onSent: () => void) => {
  const { terminal, link, procedures } = useCore();
  const [problem, setProblem] = useState<SendProblem>();
  const sends = useRef(0);
  /** The command that was reported as not answered. */
  const unanswered = useRef<string>(undefined);
  const report = (next: SendProblem | undefined, command?: string): void => {
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
        setProblem((shown) => (shown?.untilConnected === true ? undefined : shown));
      }),
    );
    return () => late.unsubscribe();
  }, [link]);
  return {
    problem,
    clearProblem: (): void => {
      report(undefined);
      procedures.lines.dismiss();
    },
    /** Sends a control character at once, before queued commands. */
    sendControl: (key: ControlKeyId): void => {
      void terminal.sendControl(key).then((sent) => {
        if (!sent.ok) report(controlProblem(sent.error, CONTROL_KEYS[key].name));
      });
    },
    send: (text: string): boolean => {
      const sent = terminal.send(text);
      report(sent.ok ? undefined : sendProblem(sent.error));
      if (!sent.ok) return false;
      sends.current += 1;
      const mine = sends.current;
      onSent();
      void sent.value.then((outcome) => {
        if (sends.current !== mine) return;
        report(sendProblem(outcome, text), outcome.kind === 'timeout' ? text : undefined);
      });
      return true;
    },
  };
};

/** Sends commands and reports the result of the last one. */
export type Sender = ReturnType<typeof useSend>;
