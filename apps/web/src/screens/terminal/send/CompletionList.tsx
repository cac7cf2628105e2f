import { useEffect, useRef } from 'react';
import type { Completion } from '@batbot/core';
import { shownKeys, SHORTCUTS } from '../keys/shortcuts.ts';
import { WritesTag } from './WritesTag.tsx';
import './completion.css';

interface Props {
  readonly id: string;
  readonly completions: readonly Completion[];
  readonly chosen: number | undefined;
  readonly onTake: (index: number) => void;
}

export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

/** The completions above the input. The focus stays in the input, which refers to the selected option. */
export const CompletionList = ({ id, completions, chosen, onTake }: Props) => {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen !== undefined) list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <div
      ref={list}
      id={id}
      className="completion"
      role="listbox"
      aria-label="Completions"
      tabIndex={-1}
      // Keeps the focus in the input, and with it the keyboard of a phone.
      onPointerDown={(event) => {
        event.preventDefault();
        const { target } = event;
        const option = target instanceof Element ? target.closest('[role="option"]') : null;
        const index = [...(list.current?.children ?? [])].findIndex((each) => each === option);
        if (index >= 0) onTake(index);
      }}
    >
      {completions.map(({ text, help, from, writes }, index) => (
        <div
          key={text}
          id={optionId(id, index)}
          className="completion__option"
          role="option"
          aria-selected={index === chosen}
        >
          <code className="completion__text ellipsis">{text}</code>
          <span className="completion__help hint ellipsis" data-from={from}>
            {writes && <WritesTag />} {help}
          </span>
          {index === (chosen ?? 0) && (
            <kbd className="completion__key" aria-hidden>
              {shownKeys(chosen === undefined ? SHORTCUTS.takeFirst : SHORTCUTS.send).join('+')}
            </kbd>
          )}
        </div>
      ))}
    </div>
  );
};
