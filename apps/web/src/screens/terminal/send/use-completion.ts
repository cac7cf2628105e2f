import { useState, type KeyboardEvent } from 'react';
import { completionsOf, type Completion, type Palette, type Terminal } from '@batbot/core';
import { useLive } from '../../../react/use-live.ts';
import { shortcutOf } from '../keys/shortcuts.ts';
import { CLOSED, completionAction, type CompletionState } from './completion-keys.ts';

export interface CompletionControl {
  /** Empty while the list is closed. */
  readonly completions: readonly Completion[];
  readonly chosen: number | undefined;
  /** Opened by the user: the number of completions is announced. */
  readonly isAsked: boolean;
  readonly take: (index: number) => void;
  /** The user typed: the list opens or closes by itself. */
  readonly typed: (text: string) => void;
  readonly close: () => void;
  /** True when the list handled the key. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => boolean;
}

/** The completions of the typed text; none while `isOn` is false. */
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
