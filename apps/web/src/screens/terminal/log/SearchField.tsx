import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { Button, Checkbox, Flex, Popover } from 'antd';
import { isFiltering, type Direction, type Query } from '@batbot/core';
import { useCore } from '../../../react/core-context.tsx';
import { useLive } from '../../../react/use-live.ts';
import { shortcutOf, withKeys, type ShortcutId } from '../keys/shortcuts.ts';
import { useShortcuts } from '../keys/use-shortcuts.ts';
import { findCount, hiddenText, patternProblem } from './find-words.ts';
import { PatternField } from './PatternField.tsx';
import type { LogPanel } from './use-log-panel.ts';
import { Choices } from '../../controls/Choices.tsx';

const DIRECTIONS = [
  ['sent', '-> Sent', 'showSent'],
  ['received', '<- Received', 'showReceived'],
  ['system', '-- System', 'showSystem'],
] as const satisfies readonly (readonly [Direction, string, ShortcutId])[];

interface Props {
  readonly panel: LogPanel;
  readonly onSearch: () => void;
}

/** Moves between matches while the log keeps growing. */
const useFind = (panel: LogPanel) => {
  const { search } = useCore().terminal;
  const { query, isFinding } = panel;
  const state = useLive(search.state$);
  /** The query whose first match was shown, or that had no match. Later matches of this query do not scroll the log. */
  const shownFor = useRef<Query>(undefined);

  const begin = useEffectEvent(() => search.search(query));
  useEffect(() => {
    if (!isFinding) return undefined;
    begin();
    return search.stop;
  }, [isFinding, search]);

  const go = (direction: 'next' | 'previous'): void => {
    const { firstId, lastId } = panel.visibleEntries();
    shownFor.current = state.query;
    const hit = direction === 'next' ? search.next(firstId) : search.previous(lastId);
    if (hit !== undefined) panel.show(hit.id, hit.range.from);
  };
  // After the search, show the visible match or the nearest one above it.
  const showFirst = useEffectEvent(() => go('previous'));
  useEffect(() => {
    if (state.isDone && state.query !== undefined && shownFor.current !== state.query) showFirst();
  }, [state]);

  return {
    state,
    query: isFinding ? query : { ...query, pattern: '' },
    change: (next: Query) => {
      panel.setQuery(next);
      if (isFinding) search.search(next);
      else panel.setFinding(true);
    },
    next: () => go('next'),
    previous: () => go('previous'),
  };
};

const countClass = (isBad: boolean): string =>
  `search__count ellipsis ${isBad ? 'tone-act' : 'hint'}`;

const FindResult = ({ find }: { readonly find: ReturnType<typeof useFind> }) => {
  const { state } = find;
  const problem = state.problem && patternProblem(state.problem);
  // Announced when the user moves or the search finds nothing, but not for each match of new lines.
  const event = `${problem ?? ''} ${state.current?.number ?? ''} ${state.isDone && state.count === 0}`;
  const [announced, setAnnounced] = useState({ event: '', text: '' });
  if (announced.event !== event) setAnnounced({ event, text: problem ?? findCount(state) });
  return (
    <>
      <span className={countClass(problem !== undefined)}>{problem ?? findCount(state)}</span>
      <span className="visually-hidden" role="status">
        {announced.text}
      </span>
      <Button
        type="text"
        aria-label="Previous match"
        title={withKeys('Previous match', 'findPrevious')}
        disabled={state.count === 0}
        onClick={find.previous}
      >
        <span aria-hidden>↑</span>
      </Button>
      <Button
        type="text"
        aria-label="Next match"
        title={withKeys('Next match', 'findNext')}
        disabled={state.count === 0}
        onClick={find.next}
      >
        <span aria-hidden>↓</span>
      </Button>
    </>
  );
};

/** Shows the number of hidden lines. It is a separate component, because the number changes with every line. */
const HiddenCount = () => {
  const { terminal } = useCore();
  const shown = useLive(terminal.shown$);
  const { filter, problem } = useLive(terminal.filter$);
  return (
    <span
      className={countClass(problem !== undefined)}
      role={problem === undefined ? undefined : 'status'}
    >
      {problem === undefined ? hiddenText(shown, isFiltering(filter)) : patternProblem(problem)}
    </span>
  );
};

/** Changes properties of the filter. */
const useFilter = () => {
  const { terminal } = useCore();
  const { filter, problem } = useLive(terminal.filter$);
  return {
    filter,
    problem,
    change: (query: Query) => terminal.setFilter({ ...filter, query }),
    invert: () => terminal.setFilter({ ...filter, isInverted: !filter.isInverted }),
    toggle: (direction: Direction) => {
      const { directions } = filter;
      const isShown = directions.includes(direction);
      terminal.setFilter({
        ...filter,
        directions: isShown
          ? directions.filter((each) => each !== direction)
          : [...directions, direction],
      });
    },
  };
};

const FilterChoices = ({ filtering }: { readonly filtering: ReturnType<typeof useFilter> }) => {
  const { filter, invert, toggle } = filtering;
  const hidden = DIRECTIONS.filter(([direction]) => !filter.directions.includes(direction));
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      content={
        <Flex vertical gap={8}>
          <Checkbox
            checked={filter.isInverted}
            title={withKeys('Hide the lines that match', 'inverse')}
            onChange={invert}
          >
            Exclude matches
          </Checkbox>
          {DIRECTIONS.map(([direction, label, shortcut]) => (
            <Checkbox
              key={direction}
              checked={filter.directions.includes(direction)}
              title={withKeys(`Show or hide: ${label}`, shortcut)}
              onChange={() => toggle(direction)}
            >
              {label}
            </Checkbox>
          ))}
        </Flex>
      }
    >
      <Button title={withKeys('Exclude matches; show sent, received and system lines', 'inverse')}>
        {filter.isInverted ? 'Excluding' : 'Matching'}
        {hidden.length > 0 && `, ${DIRECTIONS.length - hidden.length} of 3`}{' '}
        <span aria-hidden>▾</span>
      </Button>
    </Popover>
  );
};

/** The field of Find and Filter. Each has its own pattern, and Find searches only the lines that the filter shows. */
export const SearchField = ({ panel, onSearch }: Props) => {
  const { mode } = panel;
  const isHex = useLive(useCore().terminal.settings.value$).format === 'hex';
  const find = useFind(panel);
  const filtering = useFilter();
  const { filter } = filtering;
  const isFind = mode === 'find';

  useShortcuts({
    find: () => panel.openSearch('find'),
    filter: () => panel.openSearch('filter'),
    findNext: () => {
      if (panel.isFinding) find.next();
      else panel.openSearch('find');
    },
    findPrevious: () => {
      if (panel.isFinding) find.previous();
      else panel.openSearch('find');
    },
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return;
    const action = shortcutOf(event, 'bar');
    const isTyping = event.target === panel.field.current?.input; // on a button, Enter presses the button
    const direction = DIRECTIONS.find(([, , id]) => id === action)?.[0];
    if (action !== undefined && action !== 'closeBar') onSearch();
    if (action === 'closeBar') panel.closeSearch();
    else if (isFind && action === 'nextHit' && isTyping) find.next();
    else if (isFind && action === 'previousHit' && isTyping) find.previous();
    else if (!isFind && action === 'inverse') filtering.invert();
    else if (!isFind && direction !== undefined) filtering.toggle(direction);
    else return;
    event.preventDefault();
  };

  return (
    <div
      className="search"
      role="search"
      aria-label={isFind ? 'Find in the log' : 'Filter the log'}
      data-open={panel.isFieldOpen}
      data-filtering={isFiltering(filter)}
      onFocus={(event) => panel.cameFrom(event.relatedTarget)}
      onClick={onSearch}
      onInput={onSearch}
      onKeyDown={onKeyDown}
    >
      <PatternField
        ref={panel.field}
        label={isFind ? 'Find' : 'Filter'}
        placeholder={isFind ? (isHex ? '4F 4B' : 'Text') : 'Show lines with…'}
        query={isFind ? find.query : filter.query}
        isWrong={(isFind ? find.state.problem : filtering.problem) !== undefined}
        canChoose={!isFind || !isHex}
        onChange={isFind ? find.change : filtering.change}
        prefix={
          <span title={withKeys('Find in the log, or filter it', isFind ? 'filter' : 'find')}>
            <Choices
              aria-label="Find or filter"
              size="small"
              options={[
                { value: 'find', label: 'Find' },
                { value: 'filter', label: isFiltering(filter) ? 'Filter ●' : 'Filter' },
              ]}
              value={mode}
              onChange={panel.setMode}
            />
          </span>
        }
      />
      {isFind ? (
        <FindResult find={find} />
      ) : (
        <>
          <FilterChoices filtering={filtering} />
          <HiddenCount />
        </>
      )}
    </div>
  );
};
