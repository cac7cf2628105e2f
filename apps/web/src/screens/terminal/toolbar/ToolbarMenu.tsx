import { TIME_MODES } from '@batbot/core';
import { useCore } from '../../../react/core-context.tsx';
import { useLive, useLivePart } from '../../../react/use-live.ts';
import { countText } from '../../../text/format.ts';
import { MenuButton, type MenuLine } from '../keys/MenuButton.tsx';
import type { LogCommands } from '../log/use-log-commands.ts';
import { SIDES, type SideId } from '../side/SideRail.tsx';
import { TIME_NAMES, useRoom, type TerminalView } from './Toolbar.tsx';

interface Props {
  readonly commands: LogCommands;
  readonly view: TerminalView;
  readonly onPanel: (id: SideId) => void;
}

const useGroups = ({ commands, view, onPanel }: Props): readonly (readonly MenuLine[])[] => {
  const { terminal, transactions } = useCore();
  const { settings, bookmarks, shown$ } = terminal;
  const room = useRoom();
  const { times, showBackground, copyTimes } = useLive(settings.value$);
  const marks = useLive(bookmarks.list$).length;
  const isEmpty = useLivePart(shown$, ({ ids }) => ids.length === 0);
  const hasNoCommands = useLivePart(transactions.view$, ({ length }) => length === 0);
  const command = (
    keys: keyof LogCommands,
    label: string,
    state: Partial<MenuLine> = {},
  ): MenuLine => ({
    label,
    keys,
    does: commands[keys],
    ...state,
  });

  const noRoom = [
    room.forPanels
      ? []
      : SIDES.map(({ id, label }) => ({ label, keys: id, does: () => onPanel(id) })),
    room.forChoices ? [] : [command('background', 'App traffic', { isOn: showBackground })],
  ];
  if (view === 'transactions') {
    const clear = { isDisabled: hasNoCommands, does: transactions.clear };
    return [...noRoom, [command('clear', 'Clear the transactions', clear)]];
  }
  const chooseTimes = TIME_MODES.map((mode) =>
    command('times', `Times: ${TIME_NAMES[mode]}`, {
      isOn: mode === times,
      does: () => settings.change({ times: mode }),
    }),
  );
  const marked = marks === 0 ? 'Marked lines' : `Marked lines (${countText(marks)})`;
  return [
    ...noRoom,
    room.forChoices ? [] : chooseTimes,
    [
      command('highlight', 'Highlight rules'),
      command('marks', marked),
      command('nextMark', 'Next marked line', { isDisabled: marks === 0 }),
      command('previousMark', 'Previous marked line', { isDisabled: marks === 0 }),
    ],
    [
      command('copyTimes', 'Copy with times', { isOn: copyTimes }),
      command('copyAll', 'Copy all', { isDisabled: isEmpty }),
    ],
    [
      command('saveText', 'Save as text', { isDisabled: isEmpty }),
      command('saveCsv', 'Save as CSV', { isDisabled: isEmpty }),
      command('saveJsonl', 'Save as JSONL', { isDisabled: isEmpty }),
    ],
    [command('clear', 'Clear the log')],
  ];
};

/** The menu of less frequent actions on the log or the transactions. */
export const ToolbarMenu = (props: Props) => {
  const groups = useGroups(props);
  const isLog = props.view === 'log';
  return (
    <MenuButton
      label={isLog ? 'Log menu' : 'Transactions menu'}
      title={isLog ? 'More for the log' : 'More for the transactions'}
      shortcut="logMenu"
      placement="bottomRight"
      groups={groups}
    />
  );
};
