import { useState, type ReactNode } from 'react';
import { CaretRightOutlined, PauseOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, ConfigProvider, Flex, Select, Switch } from 'antd';
import { createTransactionFilter, TIME_MODES, type TimeMode } from '@batbot/core';
import { useCore } from '../../../react/core-context.tsx';
import { useLive } from '../../../react/use-live.ts';
import { useMedia } from '../../../react/use-media.ts';
import { counted, countText } from '../../../text/format.ts';
import { withKeys } from '../keys/shortcuts.ts';
import { shownText } from '../log/find-words.ts';
import { SearchField } from '../log/SearchField.tsx';
import type { LogPanel } from '../log/use-log-panel.ts';
import { Choices } from '../../controls/Choices.tsx';
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

/** The groups of controls that fit into the toolbar. The others are in its menu. */
export const useRoom = () => ({
  /** Whether the times and the switch for app traffic fit. */
  forChoices: useMedia('(width >= 1280px)'),
  /** Whether the buttons of the panels fit. */
  forPanels: useMedia('(width >= 768px)'),
});

/** A separate component, because the count changes with every line. */
const LineCount = () => {
  const { shown$, log$ } = useCore().terminal;
  return shownText(useLive(shown$), useLive(log$));
};

/** Shows the number of user commands, and how many commands of the app are hidden. */
const CommandCount = () => {
  const { transactions, terminal } = useCore();
  const view = useLive(transactions.view$);
  const { showBackground } = useLive(terminal.settings.value$);
  const [filter] = useState(createTransactionFilter);
  const shown = filter(view, { text: '', outcome: 'any', showBackground }).length;
  const hidden = view.length - shown;
  const count = hidden > 0 ? `${countText(shown)} of ` : '';
  const app = hidden > 0 ? ` (${counted(hidden, 'app command')} hidden)` : '';
  const dropped = view.dropped > 0 ? `, ${countText(view.dropped)} older dropped` : '';
  return `${count}${counted(view.length, 'command')}${app}${dropped}`;
};

const PauseButton = () => {
  const { pause } = useCore().terminal;
  const { isPaused, waiting } = useLive(pause.state$);
  return (
    <Button
      type={isPaused ? 'primary' : 'text'}
      aria-pressed={isPaused}
      title={withKeys(isPaused ? 'Resume and show everything' : 'Pause the log', 'pause')}
      icon={isPaused ? <CaretRightOutlined aria-hidden /> : <PauseOutlined aria-hidden />}
      onClick={isPaused ? pause.resume : pause.pause}
    >
      <span className="toolbar__text">{isPaused ? 'Resume' : 'Pause'}</span>
      {waiting > 0 && <span>{countText(waiting)} new</span>}
    </Button>
  );
};

const TimesChoice = () => {
  const { settings } = useCore().terminal;
  const { times } = useLive(settings.value$);
  return (
    <span title={withKeys('What the times count from', 'times')}>
      <Select
        aria-label="Times"
        variant="borderless"
        popupMatchSelectWidth={false}
        options={TIME_MODES.map((mode) => ({ value: mode, label: TIME_NAMES[mode] }))}
        value={times}
        onChange={(chosen) => settings.change({ times: chosen })}
      />
    </span>
  );
};

const AppTrafficSwitch = () => {
  const { settings } = useCore().terminal;
  const { showBackground } = useLive(settings.value$);
  return (
    <Flex
      component="span"
      className="hint"
      align="center"
      gap={6}
      title={withKeys('Show polls of the app and their replies', 'background')}
    >
      <Switch
        size="small"
        aria-label="App traffic"
        checked={showBackground}
        onChange={(isShown) => settings.change({ showBackground: isShown })}
      />
      App traffic
    </Flex>
  );
};

interface Props {
  readonly panel: LogPanel;
  /** Is called when the user begins to search, so that the searched list can be shown. */
  readonly onSearch: () => void;
  readonly view: TerminalView;
  readonly onView: (view: TerminalView) => void;
  readonly filter: ReactNode;
  readonly menu: ReactNode;
}

/** The row above the log or the transactions. Controls without room are in the menu at its end. */
export const Toolbar = (props: Props) => {
  const { panel, onSearch, view, onView, filter, menu } = props;
  const room = useRoom();
  const isTouch = useMedia('(pointer: coarse)');
  const isLog = view === 'log';
  return (
    <ConfigProvider componentSize={isTouch ? 'large' : 'small'}>
      <div className="toolbar">
        <span title={withKeys('Lines as received, or one row per command', 'view')}>
          <Choices aria-label="View" options={[...VIEWS]} value={view} onChange={onView} />
        </span>
        {isLog ? <SearchField panel={panel} onSearch={onSearch} /> : filter}
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
        {isLog && <PauseButton />}
        {isLog && room.forChoices && <TimesChoice />}
        {room.forChoices && <AppTrafficSwitch />}
        <span className="toolbar__end">
          <span className="toolbar__message ellipsis" role="status">
            {panel.message}
          </span>
          {panel.message === '' && room.forPanels && (
            <span className="toolbar__count hint">{isLog ? <LineCount /> : <CommandCount />}</span>
          )}
          {menu}
        </span>
      </div>
    </ConfigProvider>
  );
};
