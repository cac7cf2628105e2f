import type { ReactNode } from 'react';
import { CaretRightOutlined, PauseOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, ConfigProvider, Segmented, Select, Switch } from 'antd';
import { TIME_MODES, type Terminal, type TimeMode, type Transactions } from '@batbot/core';
import { useLive } from '../../../react/use-live.ts';
import { useMedia } from '../../../react/use-media.ts';
import { counted, countText } from '../../../text/format.ts';
import { withKeys } from '../keys/shortcuts.ts';
import { shownText } from '../log/find-words.ts';
import { SearchField } from '../log/SearchField.tsx';
import type { LogPanel } from '../log/use-log-panel.ts';
import './toolbar.css';

export type TerminalView = 'log' | 'transactions';

const VIEWS = [
  { value: 'log', label: 'Log' },
  { value: 'transactions', label: 'Transactions' },
] as const;

export const TIME_NAMES: Readonly<Record<TimeMode, string>> = {
  absolute: 'Clock',
  sinceStart: 'Elapsed',
  delta: 'Δ previous line',
};

/** What the toolbar has room for. The rest is in its menu. */
export interface Room {
  /** Times and the switch for app traffic. */
  readonly forChoices: boolean;
  /** The buttons of the panels. */
  readonly forPanels: boolean;
}

export const useRoom = (): Room => ({
  forChoices: useMedia('(width >= 1280px)'),
  forPanels: useMedia('(width >= 768px)'),
});

/** Changes with every line, so this part renders alone. */
const LineCount = ({ terminal }: { readonly terminal: Terminal }) =>
  shownText(useLive(terminal.shown$), useLive(terminal.log$));

const CommandCount = ({ transactions }: { readonly transactions: Transactions }) => {
  const { length, dropped } = useLive(transactions.view$);
  return `${counted(length, 'command')}${dropped > 0 ? `, ${countText(dropped)} older dropped` : ''}`;
};

const PauseButton = ({ terminal }: { readonly terminal: Terminal }) => {
  const { isPaused, waiting } = useLive(terminal.pause.state$);
  return (
    <Button
      type={isPaused ? 'primary' : 'text'}
      aria-pressed={isPaused}
      title={withKeys(isPaused ? 'Resume and show everything' : 'Pause the log', 'pause')}
      icon={isPaused ? <CaretRightOutlined aria-hidden /> : <PauseOutlined aria-hidden />}
      onClick={isPaused ? terminal.pause.resume : terminal.pause.pause}
    >
      <span className="toolbar__text">{isPaused ? 'Resume' : 'Pause'}</span>
      {waiting > 0 && <span>{countText(waiting)} new</span>}
    </Button>
  );
};

const TimesChoice = ({ terminal }: { readonly terminal: Terminal }) => {
  const { times } = useLive(terminal.settings.value$);
  return (
    <span title={withKeys('What the times count from', 'times')}>
      <Select
        aria-label="Times"
        variant="borderless"
        popupMatchSelectWidth={false}
        options={TIME_MODES.map((mode) => ({ value: mode, label: TIME_NAMES[mode] }))}
        value={times}
        onChange={(chosen) => terminal.settings.change({ times: chosen })}
      />
    </span>
  );
};

const AppTrafficSwitch = ({ terminal }: { readonly terminal: Terminal }) => {
  const { showBackground } = useLive(terminal.settings.value$);
  return (
    <span
      className="toolbar__switch hint"
      title={withKeys('Show polls of the app and their replies', 'background')}
    >
      <Switch
        size="small"
        aria-label="App traffic"
        checked={showBackground}
        onChange={(isShown) => terminal.settings.change({ showBackground: isShown })}
      />
      App traffic
    </span>
  );
};

interface Props {
  readonly terminal: Terminal;
  readonly transactions: Transactions;
  readonly panel: LogPanel;
  readonly view: TerminalView;
  readonly onView: (view: TerminalView) => void;
  /** The filter of the transactions. */
  readonly filter: ReactNode;
  readonly menu: ReactNode;
}

/** One row over the log or the transactions. What it has no room for is in the menu at its end. */
export const Toolbar = (props: Props) => {
  const { terminal, transactions, panel, view, onView, filter, menu } = props;
  const room = useRoom();
  const isTouch = useMedia('(pointer: coarse)');
  const isLog = view === 'log';
  return (
    <ConfigProvider componentSize={isTouch ? 'large' : 'small'}>
      <div className="toolbar">
        <span title={withKeys('Lines as they came, or one row per command', 'view')}>
          <Segmented aria-label="View" options={[...VIEWS]} value={view} onChange={onView} />
        </span>
        {isLog ? <SearchField terminal={terminal} panel={panel} /> : filter}
        {isLog && !room.forPanels && (
          <Button
            type="text"
            aria-label="Find or filter"
            aria-expanded={panel.isFieldOpen}
            title={withKeys('Find in the log', 'find')}
            icon={<SearchOutlined aria-hidden />}
            onClick={() => {
              if (panel.isFieldOpen) panel.closeSearch();
              else panel.openSearch(panel.mode);
            }}
          />
        )}
        {isLog && <PauseButton terminal={terminal} />}
        {isLog && room.forChoices && <TimesChoice terminal={terminal} />}
        {room.forChoices && <AppTrafficSwitch terminal={terminal} />}
        <span className="toolbar__end">
          <span className="toolbar__message ellipsis" role="status">
            {panel.message}
          </span>
          {panel.message === '' && room.forPanels && (
            <span className="toolbar__count hint">
              {isLog ? (
                <LineCount terminal={terminal} />
              ) : (
                <CommandCount transactions={transactions} />
              )}
            </span>
          )}
          {menu}
        </span>
      </div>
    </ConfigProvider>
  );
};
