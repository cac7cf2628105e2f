import { countText } from '../../../text/format.ts';
import type { ReactNode } from 'react';
import type { Terminal } from '@batbot/core';
import { useLive } from '../../../react/use-live.ts';
import { SHORTCUTS, withKeys } from '../keys/shortcuts.ts';
import { MenuItem } from './MenuItem.tsx';
import { ToolMenu } from './ToolMenu.tsx';
import type { LogCommands } from './use-log-commands.ts';
import type { LogPanel } from './use-log-panel.ts';

interface Props {
  readonly terminal: Terminal;
  readonly panel: LogPanel;
  readonly commands: LogCommands;
  /** What found no room in the bar. */
  readonly children: ReactNode;
}

/** Rendered, and told of new lines, only while it is open. */
const Items = ({ terminal, panel, commands, children }: Props) => {
  const { ids } = useLive(terminal.shown$);
  const { length } = useLive(terminal.bookmarks.list$);
  const { copyTimes } = useLive(terminal.settings.value$);
  const isEmpty = ids.length === 0;
  return (
    <>
      {children}
      <div className="tool-menu__part">
        <MenuItem
          label="Highlight rules"
          keys="highlight"
          onChoose={() => {
            panel.open({ kind: 'rules' });
          }}
        />
        <MenuItem
          label={length === 0 ? 'Marked lines' : `Marked lines (${countText(length)})`}
          keys="marks"
          onChoose={() => {
            panel.open({ kind: 'bookmarks' });
          }}
        />
        <MenuItem
          label="Next marked line"
          keys="nextMark"
          isDisabled={length === 0}
          onChoose={() => {
            commands.goToBookmark('next');
          }}
        />
        <MenuItem
          label="Previous marked line"
          keys="previousMark"
          isDisabled={length === 0}
          onChoose={() => {
            commands.goToBookmark('previous');
          }}
        />
      </div>
      <div className="tool-menu__part">
        <label className="tool-menu__item">
          <span>Copy with times</span>
          <input
            type="checkbox"
            checked={copyTimes}
            onChange={(event) => {
              terminal.settings.change({ copyTimes: event.target.checked });
            }}
          />
          <kbd aria-hidden>{SHORTCUTS.copyTimes.keys}</kbd>
        </label>
        <MenuItem
          label="Copy all"
          keys="copyAll"
          isDisabled={isEmpty}
          onChoose={() => {
            void commands.copyAll();
          }}
        />
      </div>
      <div className="tool-menu__part">
        <MenuItem
          label="Save as text"
          keys="saveText"
          isDisabled={isEmpty}
          onChoose={() => {
            void commands.save('text');
          }}
        />
        <MenuItem
          label="Save as CSV"
          keys="saveCsv"
          isDisabled={isEmpty}
          onChoose={() => {
            void commands.save('csv');
          }}
        />
        <MenuItem
          label="Save as JSONL"
          keys="saveJsonl"
          isDisabled={isEmpty}
          onChoose={() => {
            void commands.save('jsonl');
          }}
        />
      </div>
      <div className="tool-menu__part">
        <MenuItem label="Clear the log" keys="clear" onChoose={commands.clear} />
      </div>
    </>
  );
};

/** Everything about the log that is not needed at every moment. */
export const LogMenu = (props: Props) => (
  <ToolMenu label="Log menu" title={withKeys('More for the log', 'logMenu')}>
    <Items {...props} />
  </ToolMenu>
);
