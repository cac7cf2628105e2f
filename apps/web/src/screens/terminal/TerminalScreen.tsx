import { useRef, useState } from 'react';
import { useCore } from '../../react/core-context.tsx';
import { LineAdvice } from '../controls/LineAdvice.tsx';
import { CommandForm } from './CommandForm.tsx';
import { LogAnnouncer } from './LogAnnouncer.tsx';
import { QuickCommandRow } from './QuickCommandRow.tsx';
import { sendProblem, type SendProblem } from './send-problem.ts';
import { TerminalLog } from './TerminalLog.tsx';
import { TerminalTools } from './TerminalTools.tsx';
import './terminal.css';

/** The serial terminal: the log takes all height left over, the input is docked below it. */
export const TerminalScreen = () => {
  const { terminal, link } = useCore();
  const [problem, setProblem] = useState<SendProblem>();
  const sends = useRef(0);

  /** True when the text went out. What becomes of it later is told only while nothing newer was tried. */
  const send = (text: string): boolean => {
    sends.current += 1;
    const mine = sends.current;
    const sent = terminal.send(text);
    setProblem(sent.ok ? undefined : sendProblem(sent.error));
    if (!sent.ok) return false;
    void sent.value.then((outcome) => {
      if (sends.current === mine) setProblem(sendProblem(outcome, text));
    });
    return true;
  };

  return (
    <section className="page page--fill terminal">
      <h1 className="visually-hidden">Terminal</h1>
      <div className="terminal__top">
        <TerminalTools terminal={terminal} />
        <LineAdvice link={link} />
      </div>
      <TerminalLog terminal={terminal} />
      <LogAnnouncer log$={terminal.log$} />
      <div className="terminal__dock">
        <QuickCommandRow quickCommands={terminal.quickCommands} onSend={send} />
        <CommandForm
          terminal={terminal}
          link={link}
          problem={problem}
          onSend={send}
          onEdit={() => {
            setProblem(undefined);
          }}
        />
      </div>
    </section>
  );
};
