import { useRef, useState } from 'react';
import { Button, Dropdown, type MenuProps } from 'antd';
import { TIME_MODES, type Terminal, type Transactions } from '@batbot/core';
import { useLive } from '../../../react/use-live.ts';
import { countText } from '../../../text/format.ts';
import { shownKeys, SHORTCUTS, withKeys, type ShortcutId } from '../keys/shortcuts.ts';
import { useShortcuts } from '../keys/use-shortcuts.ts';
import type { LogCommands } from '../log/use-log-commands.ts';
import type { LogPanel } from '../log/use-log-panel.ts';
import { SIDES, type SideId } from '../side/sides.tsx';
import { TIME_NAMES, useRoom, type TerminalView } from './Toolbar.tsx';

interface Item {
  readonly label: string;
  readonly keys?: ShortcutId;
  readonly isDisabled?: boolean;
  readonly isOn?: boolean;
  readonly does: () => void;
}

interface Props {
  readonly terminal: Terminal;
  readonly transactions: Transactions;
  readonly panel: LogPanel;
  readonly commands: LogCommands;
  readonly view: TerminalView;
  readonly onPanel: (id: SideId) => void;
}

/** The menu items in groups, with the state of the moment when the menu opens. */
const useItems = (props: Props): readonly (readonly Item[])[] => {
  const { terminal, transactions, panel, commands, view, onPanel } = props;
  const room = useRoom();
  const { settings, bookmarks, shown$ } = terminal;
  const { times, showBackground, copyTimes } = useLive(settings.value$);
  const marks = useLive(bookmarks.list$).length;
  const isEmpty = shown$.value.ids.length === 0;
  const panels: readonly Item[] = SIDES.map(({ id, label }) => ({
    label,
    keys: id,
    does: () => onPanel(id),
  }));
  const appTraffic: Item = {
    label: 'App traffic',
    keys: 'background',
    isOn: showBackground,
    does: () => settings.change({ showBackground: !showBackground }),
  };
  const noRoom = [room.forPanels ? [] : panels, room.forChoices ? [] : [appTraffic]];
  if (view === 'transactions') {
    const clear: Item = {
      label: 'Clear the transactions',
      keys: 'clear',
      isDisabled: transactions.view$.value.length === 0,
      does: transactions.clear,
    };
    return [...noRoom, [clear]];
  }
  const timesItems: readonly Item[] = TIME_MODES.map((mode) => ({
    label: `Times: ${TIME_NAMES[mode]}`,
    keys: 'times',
    isOn: mode === times,
    does: () => settings.change({ times: mode }),
  }));
  const save = (label: string, keys: ShortcutId, format: 'text' | 'csv' | 'jsonl'): Item => ({
    label,
    keys,
    isDisabled: isEmpty,
    does: () => void commands.save(format),
  });
  const goTo = (label: string, keys: ShortcutId, which: 'next' | 'previous'): Item => ({
    label,
    keys,
    isDisabled: marks === 0,
    does: () => commands.goToBookmark(which),
  });
  const open = (label: string, keys: ShortcutId, kind: 'rules' | 'bookmarks'): Item => ({
    label,
    keys,
    does: () => panel.open({ kind }),
  });
  return [
    ...noRoom,
    room.forChoices ? [] : timesItems,
    [
      open('Highlight rules', 'highlight', 'rules'),
      open(
        marks === 0 ? 'Marked lines' : `Marked lines (${countText(marks)})`,
        'marks',
        'bookmarks',
      ),
      goTo('Next marked line', 'nextMark', 'next'),
      goTo('Previous marked line', 'previousMark', 'previous'),
    ],
    [
      {
        label: 'Copy with times',
        keys: 'copyTimes',
        isOn: copyTimes,
        does: () => settings.change({ copyTimes: !copyTimes }),
      },
      {
        label: 'Copy all',
        keys: 'copyAll',
        isDisabled: isEmpty,
        does: () => void commands.copyAll(),
      },
    ],
    [
      save('Save as text', 'saveText', 'text'),
      save('Save as CSV', 'saveCsv', 'csv'),
      save('Save as JSONL', 'saveJsonl', 'jsonl'),
    ],
    [{ label: 'Clear the log', keys: 'clear', does: commands.clear }],
  ];
};

const itemsOf = (groups: readonly (readonly Item[])[]): MenuProps['items'] =>
  groups
    .filter((group) => group.length > 0)
    .flatMap((group, at) => [
      ...(at === 0 ? [] : [{ type: 'divider' as const }]),
      ...group.map(({ label, keys, isDisabled, isOn }) => ({
        key: label,
        label: isOn === undefined ? label : `${isOn ? '✓ ' : ''}${label}`,
        disabled: isDisabled === true,
        ...(keys && { extra: <kbd>{shownKeys(SHORTCUTS[keys]).join('+')}</kbd> }),
      })),
    ]);

/** Everything about the log or the transactions that is not needed at every moment. */
export const ToolbarMenu = (props: Props) => {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const groups = useItems(props);
  const isLog = props.view === 'log';
  useShortcuts({
    logMenu: () => {
      setOpen(!isOpen);
      if (isOpen) button.current?.focus();
    },
  });
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- antd's property: the opened menu takes the focus
      autoFocus
      open={isOpen}
      onOpenChange={setOpen}
      menu={{
        items: itemsOf(groups) ?? [],
        onClick: ({ key }) => {
          button.current?.focus(); // a dialog opened from here gives the focus back to it
          groups
            .flat()
            .find(({ label }) => label === key)
            ?.does();
        },
      }}
    >
      <Button
        ref={button}
        type="text"
        aria-label={isLog ? 'Log menu' : 'Transactions menu'}
        aria-expanded={isOpen}
        title={withKeys(isLog ? 'More for the log' : 'More for the transactions', 'logMenu')}
      >
        <span aria-hidden>⋯</span>
      </Button>
    </Dropdown>
  );
};
