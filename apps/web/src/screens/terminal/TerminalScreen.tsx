import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button, Splitter, type InputRef } from 'antd';
import { OUTCOME_FILTERS, type Link } from '@batbot/core';
import type { Checks } from '@batbot/core/procedures';
import { useCore } from '../../react/core-context.tsx';
import { useOpenedKind } from '../../react/opened-file.ts';
import { useShownTerminal } from '../../react/shown-terminal.ts';
import { usePrinting } from '../controls/use-printing.ts';
import { useKeptPlace } from '../controls/use-kept-place.tsx';
import { useMedia } from '../../react/use-media.ts';
import { LineAdvice } from '../controls/LineAdvice.tsx';
import { Widget } from '../controls/Widget.tsx';
import { CheckBadge } from './checks/CheckBadge.tsx';
import { ShortcutsOverview } from './keys/ShortcutsOverview.tsx';
import { withKeys } from './keys/shortcuts.ts';
import { useBeforeListShortcuts, useShortcuts } from './keys/use-shortcuts.ts';
import { LineMeter } from './line/LineMeter.tsx';
import { LogAnnouncer } from './log/LogAnnouncer.tsx';
import { LogDialogs } from './log/LogDialogs.tsx';
import { TerminalLog } from './log/TerminalLog.tsx';
import { useLogCommands } from './log/use-log-commands.ts';
import { useLogPanel } from './log/use-log-panel.ts';
import { CommandForm, type CommandInput } from './send/CommandForm.tsx';
import { QuickCommandRow } from './send/QuickCommandRow.tsx';
import { useSend } from './send/use-send.ts';
import { SequenceBadge } from './sequences/SequenceBadge.tsx';
import { SidePanel } from './side/SidePanel.tsx';
import { SideRail, SIDES, type SideId } from './side/SideRail.tsx';
import { Toolbar, useRoom, type TerminalView } from './toolbar/Toolbar.tsx';
import { ToolbarMenu } from './toolbar/ToolbarMenu.tsx';
import { TransactionFilter, useTransactionChoice } from './transactions/TransactionFilter.tsx';
import { TransactionsView } from './transactions/TransactionsView.tsx';
import './terminal.css';

/** Limits of the panel's width in pixels. */
const PANEL_MIN_PX = 320;
const PANEL_MAX_PX = 640;

/** Whether an element has the focus that must keep it. */
const isFocusInUse = (): boolean =>
  document.activeElement?.matches('.side *, input, textarea, [role="dialog"] *, [role="log"]') ===
  true;

/**
 * Focuses the input when the screen opens and after connecting, except on a phone, whose keyboard would cover the log.
 */
const useFocusOnConnect = (link: Link, focusInput: () => void): void => {
  const focus = useEffectEvent(focusInput);
  useEffect(() => {
    if (!matchMedia('(pointer: fine)').matches) return undefined;
    let before = '';
    const subscription = link.connection$.subscribe(({ kind }) => {
      const isOpening = before === '';
      const isConnected = kind === 'connected' && before !== 'connected';
      before = kind;
      if ((isOpening || isConnected) && !isFocusInUse()) focus();
    });
    return () => subscription.unsubscribe();
  }, [link]);
};

/**
 * Calls `onStart` when a check starts, and at once if one is running, because the check is now the user's task
 * [TERM-225].
 */
const useOnCheckStart = (checks: Checks, onStart: () => void): void => {
  const start = useEffectEvent(onStart);
  useEffect(() => {
    let wasRunning = false;
    const subscription = checks.run$.subscribe((run) => {
      const isRunning = run !== undefined && run.phase.kind !== 'ended';
      if (isRunning && !wasRunning) start();
      wasRunning = isRunning;
    });
    return () => subscription.unsubscribe();
  }, [checks]);
};

/** The serial terminal: the log with its toolbar, panels next to the log, and the input below. */
export const TerminalScreen = () => {
  const { terminal, link, procedures } = useCore();
  const { sequences } = procedures;
  const [openSide, setOpenSide] = useState<SideId>();
  const [isWide, setWide] = useState(false);
  const [isOverviewOpen, setOverviewOpen] = useState(false);
  const [view, setView] = useState<TerminalView>('log');
  const choice = useTransactionChoice();
  const filterField = useRef<InputRef>(null);
  const input = useRef<CommandInput>(null);
  const panel = useLogPanel();
  const sender = useSend(panel.toLatest);
  const room = useRoom();
  const [sidePlace, keep] = useKeptPlace('terminal__side');
  const opened = useOpenedKind();
  if ((opened === 'checks' || opened === 'sequences') && opened !== openSide) setOpenSide(opened);
  const isPrinted = usePrinting();
  const isPaneNarrow = useMedia('(width < 1024px)');
  const [isNarrow, setNarrow] = useState(isPaneNarrow);
  // Paper is narrow, but the list would be created again and would lose its place.
  if (!isPrinted && isNarrow !== isPaneNarrow) setNarrow(isPaneNarrow);
  const [panelPx, setPanelPx] = useState(terminal.settings.value$.value.panelPx);
  const showLog = (): void => {
    flushSync(() => {
      setView('log');
      setWide(false);
    });
  };
  const side = SIDES.find(({ id }) => id === openSide);
  const isSideWide = isWide && !isNarrow && side?.canBeWide === true;
  const commands = useLogCommands(panel, view === 'log' && !isSideWide ? undefined : showLog);
  const showList = (): void => {
    if (isSideWide) flushSync(() => setWide(false));
  };
  useBeforeListShortcuts(showList);

  const focusInput = (): void => input.current?.focus();
  useFocusOnConnect(link, focusInput);
  useOnCheckStart(procedures.checks, () => {
    setOpenSide('checks');
    setWide(true);
  });
  const fill = (text: string): void => {
    if (isNarrow) setOpenSide(undefined); // the panel covers the input
    input.current?.fill(text);
  };
  const openChecks = (): void => setOpenSide('checks');
  useShownTerminal({ fill, openChecks });
  const toggleSide = (id: SideId): void => {
    const closes = openSide === id;
    setOpenSide(closes ? undefined : id);
    if (closes) focusInput();
  };
  const showOverview = (): void => setOverviewOpen(true);

  useShortcuts({
    overview: showOverview,
    commands: () => toggleSide('commands'),
    focusCommand: focusInput,
    focusLog: () => document.querySelector<HTMLElement>('.log__box, .transactions__box')?.focus(),
    view: () => setView(view === 'log' ? 'transactions' : 'log'),
    sequences: () => toggleSide('sequences'),
    checks: () => toggleSide('checks'),
    filterTransactions: () => {
      flushSync(() => setView('transactions'));
      filterField.current?.focus();
    },
    line: () => toggleSide('line'),
    nextResult: () => {
      setView('transactions');
      const at = OUTCOME_FILTERS.indexOf(choice.outcome);
      choice.setOutcome(OUTCOME_FILTERS[(at + 1) % OUTCOME_FILTERS.length] ?? 'any');
    },
    stopSequence: sequences.stop,
  });

  const list =
    view === 'log' ? (
      <TerminalLog panel={panel} />
    ) : (
      <TransactionsView choice={choice} panel={panel} />
    );
  const sidePanel = side && (
    <Widget name={side.label} data={side}>
      <SidePanel
        side={side}
        isWide={isSideWide}
        onWide={setWide}
        onSend={sender.send}
        onFill={fill}
        onClose={() => {
          setOpenSide(undefined);
          focusInput();
        }}
        onLeave={() => setOpenSide(undefined)}
      />
    </Widget>
  );

  return (
    <section className="page page--fill terminal">
      <h1 className="visually-hidden">Terminal</h1>
      <div className="stack stack-8 no-print">
        <Toolbar
          panel={panel}
          onSearch={showList}
          view={view}
          onView={(next) => {
            setView(next);
            setWide(false);
          }}
          filter={<TransactionFilter choice={choice} field={filterField} />}
          menu={<ToolbarMenu commands={commands} view={view} onPanel={toggleSide} />}
        />
        <SequenceBadge isShown={openSide !== 'sequences'} />
        <CheckBadge isShown={openSide !== 'checks'}>
          <Button size="small" title={withKeys('Open the check', 'checks')} onClick={openChecks}>
            Go to the check
          </Button>
        </CheckBadge>
        <LineAdvice />
      </div>
      <div className="terminal__middle">
        {isNarrow || isSideWide ? (
          <>
            {!isSideWide && list}
            {side && sidePlace}
          </>
        ) : (
          <Splitter
            onResize={([, px]) => {
              if (px !== undefined) setPanelPx(Math.round(px));
            }}
            onResizeEnd={() => terminal.settings.change({ panelPx })}
          >
            <Splitter.Panel className="terminal__pane">{list}</Splitter.Panel>
            {side && (
              <Splitter.Panel
                className="terminal__pane"
                size={panelPx}
                min={PANEL_MIN_PX}
                max={PANEL_MAX_PX}
              >
                {sidePlace}
              </Splitter.Panel>
            )}
          </Splitter>
        )}
        {keep(sidePanel)}
        {room.forPanels && <SideRail open={openSide} onToggle={toggleSide} />}
      </div>
      <LogAnnouncer />
      <div className="terminal__dock row no-print">
        <QuickCommandRow
          textToSave={() =>
            input.current?.text().trim() || (terminal.history.commands$.value.at(-1) ?? '')
          }
          onSend={sender.send}
          onDone={focusInput}
          report={panel.report}
        />
        <CommandForm ref={input} sender={sender} onOverview={showOverview} />
        <LineMeter />
      </div>
      <LogDialogs panel={panel} />
      {isOverviewOpen && (
        <ShortcutsOverview
          onClose={() => {
            flushSync(() => setOverviewOpen(false));
            focusInput();
          }}
        />
      )}
    </section>
  );
};
