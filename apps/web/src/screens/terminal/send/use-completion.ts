import { useState, type KeyboardEvent } from 'react';
import { completionsOf } from '@batbot/core';
import { useCore } from '../../../react/core-context.tsx';
import { useLive } from '../../../react/use-live.ts';
import { shortcutOf, type ShortcutId } from '../keys/shortcuts.ts';

/**
 * The state of the list of completions. `offered`: it opened while the user typed. The arrows recall the history, and
 * Enter sends the typed text. `asked`: the user opened it. The arrows select, and Enter inserts a selected completion.
 * Inserting never sends: every command is in the input before it is sent.
 */
export interface CompletionState {
  readonly list: 'closed' | 'offered' | 'asked';
  /** Index of the selected completion; undefined before an arrow key selects one. */
  readonly chosen?: number;
}

export const CLOSED: CompletionState = { list: 'closed' };

type CompletionAction =
  | { readonly kind: 'take'; readonly index: number }
  | { readonly kind: 'become'; readonly state: CompletionState };

const become = (state: CompletionState): CompletionAction => ({ kind: 'become', state });

/** Returns the effect of a key on a list of `count` completions; undefined if there is none. */
export const completionAction = (
  key: ShortcutId | undefined,
  { list, chosen }: CompletionState,
  { count, isAtEnd }: { readonly count: number; readonly isAtEnd: boolean },
): CompletionAction | undefined => {
  if (key === 'complete') return become(list === 'asked' ? CLOSED : { list: 'asked' });
  if (list === 'closed' || count === 0) return undefined;
  switch (key) {
    case 'closeList':
      return become(CLOSED);
    case 'takeFirst':
      return { kind: 'take', index: chosen ?? 0 };
    case 'takeAtEnd':
      return isAtEnd ? { kind: 'take', index: chosen ?? 0 } : undefined;
    case 'send':
      return chosen === undefined ? undefined : { kind: 'take', index: chosen };
    case 'newer':
    case 'older': {
      if (list !== 'asked') return undefined;
      const from = chosen ?? (key === 'newer' ? -1 : count);
      return become({ list, chosen: (from + (key === 'newer' ? 1 : count - 1)) % count });
    }
    default:
      return undefined;
  }
};

/** Returns the completions of the typed text; none while `isOn` is false. */
export const useCompletion = (text: string, isOn: boolean, onTake: (text: string) => void) => {
  const { palette, terminal } = useCore();
  const commands = useLive(palette.commands$);
  const history = useLive(terminal.history.commands$);
  const [state, setState] = useState<CompletionState>(CLOSED);
  const isOpen = isOn && state.list !== 'closed';
  const found = isOpen ? completionsOf(text, commands, history) : [];

  const take = (index: number): void => {
    const taken = found[index];
    setState(CLOSED);
    if (taken !== undefined) onTake(taken.text);
  };

  return {
    /** The completions in the list; empty while it is closed. */
    completions: found,
    chosen: state.chosen,
    /** Whether the user opened the list. The number of completions is then announced. */
    isAsked: isOpen && state.list === 'asked',
    take,
    /** Handles typed text, which may open or close the list. */
    typed: (next: string): void => {
      setState(
        next.trim() === '' ? CLOSED : { list: state.list === 'asked' ? 'asked' : 'offered' },
      );
    },
    close: (): void => setState(CLOSED),
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>): boolean => {
      if (!isOn) return false;
      const { selectionStart, selectionEnd, value } = event.currentTarget;
      const action = completionAction(shortcutOf(event, 'input'), state, {
        count: found.length,
        isAtEnd: selectionStart === value.length && selectionEnd === value.length,
      });
      if (action === undefined) return false;
      event.preventDefault();
      if (action.kind === 'take') take(action.index);
      else setState(action.state);
      return true;
    },
  };
};
