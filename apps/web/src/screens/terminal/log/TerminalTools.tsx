import { countText, counted } from '../../../text/format.ts';
import type { ReactNode } from 'react';
import {
  CaretRightOutlined,
  FilterOutlined,
  PauseOutlined,
  SearchOutlined,
} from '@ant-design/icons';
import type { Terminal } from '@batbot/core';
import { useLive } from '../../../react/use-live.ts';
import { withKeys } from '../keys/shortcuts.ts';
import { useRoom } from '../use-room.ts';
import { LogMenu } from './LogMenu.tsx';
import { TimesChoice } from './TimesChoice.tsx';
import type { LogCommands } from './use-log-commands.ts';
import type { LogPanel } from './use-log-panel.ts';
import './tools.css';

/** By itself: it changes with every line, and the bar around it need not. */
const LineCount = ({ terminal }: { readonly terminal: Terminal }) => {
  const { length, dropped } = useLive(terminal.log$);
  const seen = useLive(terminal.shown$).ids.length;
  return (
    <span className="terminal__count tabular">
      {seen < length && `${countText(seen)} of `}
      {counted(length, 'line')}
      {dropped > 0 && `, ${counted(dropped, 'older one')} dropped`}
    </span>
  );
};

const BackgroundSwitch = ({ terminal }: { readonly terminal: Terminal }) => {
  const { showBackground } = useLive(terminal.settings.value$);
  return (
    <label className="switch" title={withKeys('Show polls and their replies', 'background')}>
      <input
        type="checkbox"
        role="switch"
        checked={showBackground}
        onChange={(event) => {
          terminal.settings.change({ showBackground: event.target.checked });
        }}
      />
      <span className="switch__track" aria-hidden />
      <span>Background</span>
    </label>
  );
};

const PauseButton = ({ terminal }: { readonly terminal: Terminal }) => {
  const { isPaused, waiting } = useLive(terminal.pause.state$);
  const text = isPaused ? 'Resume' : 'Pause';
  const title = isPaused ? 'Go on, with everything that came meanwhile' : 'Hold the log still';
  return (
    <button
      type="button"
      className="tool-button tool-button--toggle"
      aria-pressed={isPaused}
      title={withKeys(title, 'pause')}
      onClick={isPaused ? terminal.pause.resume : terminal.pause.pause}
    >
      {isPaused ? <CaretRightOutlined aria-hidden /> : <PauseOutlined aria-hidden />}
      <span className="tool-button__text">{text}</span>
      {waiting > 0 && (
        <span className="tool-button__badge tabular">{counted(waiting, 'new', 'new')}</span>
      )}
    </button>
  );
};

interface Props {
  readonly terminal: Terminal;
  readonly panel: LogPanel;
  readonly commands: LogCommands;
  /** The buttons of the panels beside the log, at the right; in the menu where there is no room. */
  readonly children?: ReactNode;
}

/** One slim bar over the log. */
export const TerminalTools = ({ terminal, panel, commands, children }: Props) => {
  const room = useRoom();
  const { isFinding, isFiltering } = panel;
  const choices = (
    <>
      <TimesChoice terminal={terminal} />
      <BackgroundSwitch terminal={terminal} />
    </>
  );

  return (
    <div className="terminal__tools">
      <button
        type="button"
        className="tool-button tool-button--toggle"
        aria-pressed={isFinding}
        title={withKeys('Find in the log', 'find')}
        onClick={() => {
          panel.setFinding(!isFinding);
        }}
      >
        <SearchOutlined aria-hidden />
        <span className="tool-button__text">Find</span>
      </button>
      <button
        type="button"
        className="tool-button tool-button--toggle"
        aria-pressed={isFiltering}
        title={withKeys('Show only some lines', 'filter')}
        onClick={commands.toggleFilter}
      >
        <FilterOutlined aria-hidden />
        <span className="tool-button__text">Filter</span>
      </button>
      <PauseButton terminal={terminal} />
      {room.forChoices && choices}
      <span className="terminal__told" role="status">
        {panel.told}
      </span>
      <div className="terminal__actions">
        {room.forCount && <LineCount terminal={terminal} />}
        {room.forPanels && children}
        <LogMenu terminal={terminal} commands={commands} panel={panel}>
          {!room.forChoices && (
            <div className="tool-menu__part tool-menu__part--choices">
              {!room.forCount && <LineCount terminal={terminal} />}
              {choices}
              {!room.forPanels && children}
            </div>
          )}
        </LogMenu>
      </div>
    </div>
  );
};
