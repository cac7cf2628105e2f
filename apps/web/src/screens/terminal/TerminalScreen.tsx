import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { OUTCOME_FILTERS } from '@batbot/core';
import { useCore } from '../../react/core-context.tsx';
import { LineAdvice } from '../controls/LineAdvice.tsx';
import { Widget } from '../controls/Widget.tsx';
import { CheckBadge } from './checks/CheckBadge.tsx';
import { ShortcutsOverview } from './keys/ShortcutsOverview.tsx';
import { withKeys } from './keys/shortcuts.ts';
import { useShortcuts } from './keys/use-shortcuts.ts';
import { LineMeter } from './line/LineMeter.tsx';
import { LogAnnouncer } from './log/LogAnnouncer.tsx';
import { LogDialogs } from './log/LogDialogs.tsx';
import { TerminalLog } from './log/TerminalLog.tsx';
import { TerminalTools } from './log/TerminalTools.tsx';
import { useLogCommands } from './log/use-log-commands.ts';
import { useLogPanel } from './log/use-log-panel.ts';
import { SequenceBadge } from './sequences/SequenceBadge.tsx';
import { CommandForm, type CommandInput } from './send/CommandForm.tsx';
import { QuickCommandRow } from './send/QuickCommandRow.tsx';
import { useSend } from './send/use-send.ts';
import { SideButtons } from './side/SideButtons.tsx';
import { SidePanel } from './side/SidePanel.tsx';
import { SIDES, type SideId } from './side/sides.ts';
import { TransactionTools } from './transactions/TransactionTools.tsx';
import { TransactionsView } from './transactions/TransactionsView.tsx';
import { useTransactionChoice } from './transactions/use-transaction-choice.ts';
import { ViewSwitch, type TerminalView } from './transactions/ViewSwitch.tsx';
import { useRoom } from './use-room.ts';
import './terminal.css';

/** The serial terminal: the log takes all height left over, the input is docked below it, panels open beside it. */
export const TerminalScreen = () => {
  const core = useCore();
  const { terminal, link, transactions, procedures } = core;
  const { sequences } = procedures;
  const [openSide, setOpenSide] = useState<SideId | undefined>(() => {
    const check = procedures.checks.run$.value;
    return check && check.phase.kind !== 'ended' ? 'guided' : undefined; // it is the task at hand [TERM-222]
  });
  const [isOverviewOpen, setOverviewOpen] = useState(false);
  const [view, setView] = useState<TerminalView>('log');
  const choice = useTransactionChoice();
  const filterField = useRef<HTMLInputElement>(null);
  const input = useRef<CommandInput>(null);
  const panel = useLogPanel(terminal);
  const sender = useSend(core, panel.toLatest);
  const room = useRoom();
  const showLog = (): void => {
    flushSync(() => {
      setView('log');
    });
  };
  const commands = useLogCommands(terminal, panel, view === 'log' ? undefined : showLog);
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
    focusLog: () => document.querySelector<HTMLElement>('.log__box, .transactions__box')?.focus(),
    view: () => {
      setView(view === 'log' ? 'transactions' : 'log');
    },
    sequences: () => {
      toggleSide('sequences');
    },
    guided: () => {
      toggleSide('guided');
    },
    filterTransactions: () => {
      flushSync(() => {
        setView('transactions');
      });
      filterField.current?.focus();
    },
    line: () => {
      toggleSide('line');
    },
    nextResult: () => {
      setView('transactions');
      const at = OUTCOME_FILTERS.indexOf(choice.outcome);
      choice.setOutcome(OUTCOME_FILTERS[(at + 1) % OUTCOME_FILTERS.length] ?? 'any');
    },
    logMenu: () => {
      const menu = document.querySelector<HTMLElement>('.tool-menu > button');
      menu?.focus();
      menu?.click();
    },
    stopSequence: sequences.stop,
  });

  const sideButtons = (
    <>
      {room.forChoices && <LineMeter />}
      <SideButtons open={openSide} onToggle={toggleSide} />
    </>
  );

  return (
    <section className="page page--fill terminal">
      <h1 className="visually-hidden">Terminal</h1>
      <div className="terminal__top">
        <div className="terminal__view">
          <ViewSwitch view={view} onChoose={setView} />
          {view === 'log' ? (
            <TerminalTools terminal={terminal} panel={panel} commands={commands}>
              {sideButtons}
            </TerminalTools>
          ) : (
            <TransactionTools
              transactions={transactions}
              terminal={terminal}
              choice={choice}
              filterField={filterField}
              told={panel.told}
            >
              {sideButtons}
            </TransactionTools>
          )}
        </div>
        <SequenceBadge sequences={sequences} isShown={openSide !== 'sequences'} />
        <CheckBadge isShown={openSide !== 'guided'}>
          <button
            type="button"
            className="tool-button"
            title={withKeys('Opens the check', 'guided')}
            onClick={() => {
              setOpenSide('guided');
            }}
          >
            Go to the check
          </button>
        </CheckBadge>
        <LineAdvice link={link} />
      </div>
      <div className="terminal__middle">
        {view === 'log' ? (
          <TerminalLog terminal={terminal} panel={panel} />
        ) : (
          <TransactionsView
            transactions={transactions}
            terminal={terminal}
            choice={choice}
            panel={panel}
          />
        )}
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
              onLeave={() => {
                setOpenSide(undefined);
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
        >
          {!room.forChoices && <LineMeter />}
        </CommandForm>
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
