import { useRef, type KeyboardEvent } from 'react';
import { EVERYTHING, isFiltering, type Direction, type Terminal } from '@batbot/core';
import { useLive } from '../../../react/use-live.ts';
import { shortcutOf, withKeys, type ShortcutId } from '../keys/shortcuts.ts';
import { useShortcuts } from '../keys/use-shortcuts.ts';
import { hiddenWords, patternProblem } from './find-words.ts';
import { PatternField } from './PatternField.tsx';
import type { LogPanel } from './use-log-panel.ts';

const DIRECTIONS = [
  ['sent', '->', 'Sent', 'showSent'],
  ['received', '<-', 'Received', 'showReceived'],
  ['system', '--', 'System', 'showSystem'],
] as const satisfies readonly (readonly [Direction, string, string, ShortcutId])[];

interface Props {
  readonly terminal: Terminal;
  readonly panel: LogPanel;
}

/** Says how much of the log is hidden, and what hides it. */
const HiddenCount = ({ terminal }: { readonly terminal: Terminal }) => {
  const shown = useLive(terminal.shown$);
  const { filter, problem } = useLive(terminal.filter$);
  if (problem !== undefined)
    return (
      <span className="log-bar__problem" role="status">
        {patternProblem(problem)}
      </span>
    );
  return hiddenWords(shown, isFiltering(filter));
};

/** Shows some of the log. What it hides is there again when the bar is closed. */
export const FilterBar = ({ terminal, panel }: Props) => {
  const { filter, problem } = useLive(terminal.filter$);
  const field = useRef<HTMLInputElement>(null);

  const close = (): void => {
    terminal.setFilter(EVERYTHING);
    panel.setFiltering(false);
  };
  const invert = (): void => {
    terminal.setFilter({ ...filter, isInverted: !filter.isInverted });
  };
  const toggle = (direction: Direction): void => {
    const { directions } = filter;
    terminal.setFilter({
      ...filter,
      directions: directions.includes(direction)
        ? directions.filter((each) => each !== direction)
        : [...directions, direction],
    });
  };

  useShortcuts({
    filter: () => {
      field.current?.select();
      field.current?.focus();
    },
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return;
    const action = shortcutOf(event, 'bar');
    const direction = DIRECTIONS.find(([, , , id]) => id === action)?.[0];
    if (action === 'closeBar') close();
    else if (action === 'inverse') invert();
    else if (direction !== undefined) toggle(direction);
    else return;
    event.preventDefault();
  };

  return (
    <div
      className="log-bar"
      role="search"
      aria-label="Filter the log"
      data-active={isFiltering(filter)}
      onKeyDown={onKeyDown}
    >
      <PatternField
        field={field}
        label="Filter"
        placeholder="Show lines with …"
        query={filter.query}
        problem={problem?.message}
        canChoose
        onChange={(query) => {
          terminal.setFilter({ ...filter, query });
        }}
      />
      <span className="log-bar__choices">
        <button
          type="button"
          className="tool-button tool-button--toggle"
          aria-pressed={filter.isInverted}
          title={withKeys('Show the lines that do not match', 'inverse')}
          onClick={invert}
        >
          Inverse
        </button>
        <span className="log-bar__group" role="group" aria-label="Shown">
          {DIRECTIONS.map(([direction, glyph, label, shortcut]) => (
            <button
              key={direction}
              type="button"
              className="tool-button tool-button--toggle"
              aria-pressed={filter.directions.includes(direction)}
              title={withKeys(`Show or hide: ${label}`, shortcut)}
              onClick={() => {
                toggle(direction);
              }}
            >
              <span className="log-bar__glyph" aria-hidden>
                {glyph}
              </span>{' '}
              {label}
            </button>
          ))}
        </span>
      </span>
      <span className="log-bar__count tabular">
        <HiddenCount terminal={terminal} />
      </span>
      <span className="log-bar__buttons">
        <button
          type="button"
          className="tool-button tool-button--icon"
          aria-label="Show everything and close the filter"
          title={withKeys('Show everything', 'closeBar')}
          onClick={close}
        >
          <span aria-hidden>✕</span>
        </button>
      </span>
    </div>
  );
};
