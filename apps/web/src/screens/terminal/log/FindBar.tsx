import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { LogSearch, Query } from '@batbot/core';
import { useLive } from '../../../react/use-live.ts';
import { shortcutOf, withKeys } from '../keys/shortcuts.ts';
import { useShortcuts } from '../keys/use-shortcuts.ts';
import { findCount, patternProblem } from './find-words.ts';
import { PatternField } from './PatternField.tsx';
import type { LogPanel } from './use-log-panel.ts';

interface Props {
  readonly search: LogSearch;
  readonly panel: LogPanel;
  /** In the hex view bytes are looked for, by their digits. */
  readonly isHex: boolean;
}

/** Looks for something in the log; the log goes on below it. */
export const FindBar = ({ search, panel, isHex }: Props) => {
  const { memory, show } = panel;
  const state = useLive(search.state$);
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState<Query>(panel.memory.query);
  /** The query whose first hit was shown, or that had none: hits that come later move nothing. */
  const shownFor = useRef<Query>(undefined);

  const look = (next: Query): void => {
    memory.setQuery(next);
    setQuery(next);
    search.search(next);
  };
  const go = (direction: 'next' | 'previous'): void => {
    const { firstId, lastId } = memory.sight();
    shownFor.current = state.query;
    const hit = direction === 'next' ? search.next(firstId) : search.previous(lastId);
    if (hit !== undefined) show(hit.id, hit.range.from);
  };
  const close = (): void => {
    panel.setFinding(false);
  };

  useEffect(() => {
    search.search(memory.query());
    return search.stop;
  }, [search, memory]);

  // The hit in sight, or the nearest one above it, once all are known.
  useEffect(() => {
    if (!state.isDone || state.query === undefined || shownFor.current === state.query) return;
    shownFor.current = state.query;
    const hit = search.previous(memory.sight().lastId);
    if (hit !== undefined) show(hit.id, hit.range.from);
  }, [state, search, memory, show]);

  useShortcuts({
    find: () => {
      field.current?.select();
      field.current?.focus();
    },
    findNext: () => {
      go('next');
    },
    findPrevious: () => {
      go('previous');
    },
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.defaultPrevented) return;
    const action = shortcutOf(event, 'bar');
    const isTyping = event.target === field.current; // on a button Enter presses it
    if (action === 'closeBar') close();
    else if (action === 'nextHit' && isTyping) go('next');
    else if (action === 'previousHit' && isTyping) go('previous');
    else return;
    event.preventDefault();
  };

  const problem = state.problem && patternProblem(state.problem);
  // Told when the user went somewhere or nothing is there; not whenever a flood brings one more.
  const event = `${problem ?? ''} ${state.current?.number ?? ''} ${state.isDone && state.count === 0}`;
  const [told, setTold] = useState({ event: '', text: '' });
  if (told.event !== event) setTold({ event, text: problem ?? findCount(state) });
  return (
    <div className="log-bar" role="search" aria-label="Find in the log" onKeyDown={onKeyDown}>
      <PatternField
        field={field}
        label="Find"
        placeholder={isHex ? 'Find bytes: 4F 4B' : 'Find'}
        query={query}
        problem={problem}
        canChoose={!isHex}
        onChange={look}
      />
      <span className="log-bar__count tabular">
        {problem === undefined ? (
          findCount(state)
        ) : (
          <span className="log-bar__problem">{problem}</span>
        )}
      </span>
      <span className="visually-hidden" role="status">
        {told.text}
      </span>
      <span className="log-bar__buttons">
        <button
          type="button"
          className="tool-button tool-button--icon"
          aria-label="Previous match"
          title={withKeys('Previous match', 'findPrevious')}
          aria-disabled={state.count === 0}
          onClick={() => {
            go('previous');
          }}
        >
          <span aria-hidden>↑</span>
        </button>
        <button
          type="button"
          className="tool-button tool-button--icon"
          aria-label="Next match"
          title={withKeys('Next match', 'findNext')}
          aria-disabled={state.count === 0}
          onClick={() => {
            go('next');
          }}
        >
          <span aria-hidden>↓</span>
        </button>
        <button
          type="button"
          className="tool-button tool-button--icon"
          aria-label="Close Find"
          title={withKeys('Close', 'closeBar')}
          onClick={close}
        >
          <span aria-hidden>✕</span>
        </button>
      </span>
    </div>
  );
};
