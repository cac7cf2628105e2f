import { useRef, useState } from 'react';
import { useCore } from '../../react/core-context.tsx';
import { LineAdvice } from '../controls/LineAdvice.tsx';
import { Widget } from '../controls/Widget.tsx';
import { ShortcutsOverview } from './keys/ShortcutsOverview.tsx';
import { useShortcuts } from './keys/use-shortcuts.ts';
import { LineMeter } from './line/LineMeter.tsx';
import { LogAnnouncer } from './log/LogAnnouncer.tsx';
import { LogDialogs } from './log/LogDialogs.tsx';
import { TerminalLog } from './log/TerminalLog.tsx';
import { TerminalTools } from './log/TerminalTools.tsx';
import { useLogPanel } from './log/use-log-panel.ts';
import { CommandForm, type CommandInput } from './send/CommandForm.tsx';
import { QuickCommandRow } from './send/QuickCommandRow.tsx';
import { useSend } from './send/use-send.ts';
import { SideButtons } from './side/SideButtons.tsx';
import { SidePanel } from './side/SidePanel.tsx';
import { SIDES, type SideId } from './side/sides.ts';
import './terminal.css';

/** The serial terminal: the log takes all height left over, the input is docked below it, panels open beside it. */
export const TerminalScreen = () => {
  const core = useCore();
  const { terminal, link } = core;
  const sender = useSend(terminal);
  const [openSide, setOpenSide] = useState<SideId>();
  const [isOverviewOpen, setOverviewOpen] = useState(false);
  const input = useRef<CommandInput>(null);
  const panel = useLogPanel(terminal);
  const side = SIDES.find(({ id }) => id === openSide);

  const focusInput = (): void => {
    input.current?.focus();
  };
  const fill = (text: string): void => {
    // Where the panel lies over the input, it gives way to it.
    if (matchMedia('(width < 1024px)').matches) setOpenSide(undefined);
    input.current?.fill(text);
  };
  const toggleSide = (id: SideId): void => {
    const closes = openSide === id;
    setOpenSide(closes ? undefined : id);
    if (closes) focusInput();
  };

  useShortcuts({
    overview: () => {
      setOverviewOpen(true);
    },
    commands: () => {
      toggleSide('commands');
    },
    focusCommand: focusInput,
    focusLog: () => document.querySelector<HTMLElement>('.log__box')?.focus(),
  });

  return (
    <section className="page page--fill terminal">
      <h1 className="visually-hidden">Terminal</h1>
      <div className="terminal__top">
        <TerminalTools terminal={terminal} panel={panel}>
          <LineMeter />
          <SideButtons open={openSide} onToggle={toggleSide} />
        </TerminalTools>
        <LineAdvice link={link} />
      </div>
      <div className="terminal__middle">
        <TerminalLog terminal={terminal} panel={panel} />
        {side && (
          <Widget name={side.label} data={side}>
            <SidePanel
              side={side}
              onSend={sender.send}
              onFill={fill}
              onClose={() => {
                setOpenSide(undefined);
                focusInput();
              }}
            />
          </Widget>
        )}
      </div>
      <LogAnnouncer log$={terminal.log$} />
      <div className="terminal__dock">
        <QuickCommandRow
          quickCommands={terminal.quickCommands}
          quickGroups={terminal.quickGroups}
          onSend={sender.send}
          onDone={focusInput}
        />
        <CommandForm
          ref={input}
          core={core}
          sender={sender}
          onOverview={() => {
            setOverviewOpen(true);
          }}
        />
      </div>
      <LogDialogs terminal={terminal} panel={panel} />
      {isOverviewOpen && (
        <ShortcutsOverview
          onClose={() => {
            setOverviewOpen(false);
            focusInput();
          }}
        />
      )}
    </section>
  );
};
