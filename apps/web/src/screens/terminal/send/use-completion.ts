import { useState, type KeyboardEvent } from 'react';
import { completionsOf, type Completion, type Palette, type Terminal } from '@batbot/core';
import { useLive } from '../../../react/use-live.ts';
import { shortcutOf } from '../keys/shortcuts.ts';
import { CLOSED, completionAction, type CompletionState } from './completion-keys.ts';

export interface CompletionControl {
  /** The completions in the list; empty while it is closed. */
  readonly completions: readonly Completion[];
  readonly chosen: number | undefined;
  /** Whether the user opened the list. The number of completions is then announced. */
  readonly isAsked: boolean;
  readonly take: (index: number) => void;
  /** Handles typed text, which may open or close the list. */
  readonly typed: (text: string) => void;
  readonly close: () => void;
  /** Handles a key and returns whether the list used it. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => boolean;
}

/** Returns the completions of the typed text; none while `isOn` is false. */
export const useCompletion = (
  { palette, terminal }: { readonly palette: Palette; readonly terminal: Terminal },
  text: string,
  isOn: boolean,
  onTake: (text: string) => void,
): CompletionControl => {
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
    completions: found,
    chosen: state.chosen,
    isAsked: isOpen && state.list === 'asked',
    take,
    typed: (next) => {
      setState(
        next.trim() === '' ? CLOSED : { list: state.list === 'asked' ? 'asked' : 'offered' },
      );
    },
    close: () => setState(CLOSED),
    onKeyDown: (event) => {
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
