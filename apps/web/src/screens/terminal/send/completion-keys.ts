import type { ShortcutId } from '../keys/shortcuts.ts';

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

export type CompletionAction =
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
