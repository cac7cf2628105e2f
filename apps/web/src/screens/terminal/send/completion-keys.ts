import type { ShortcutId } from '../keys/shortcuts.ts';

/**
 * The list of completions. `offered` opened by itself while the user typed: the arrows still walk the history, and Enter
 * sends the typed text. `asked` was opened by the user: the arrows select. Enter inserts only a selected completion, and
 * inserting never sends: a command is always in the input before it is sent.
 */
export interface CompletionState {
  readonly list: 'closed' | 'offered' | 'asked';
  /** Index of the selected completion; undefined until an arrow key selected one. */
  readonly chosen?: number;
}

export const CLOSED: CompletionState = { list: 'closed' };

export type CompletionAction =
  | { readonly kind: 'take'; readonly index: number }
  | { readonly kind: 'become'; readonly state: CompletionState };

const become = (state: CompletionState): CompletionAction => ({ kind: 'become', state });

/** What a key does to the list of `count` completions; undefined if it does nothing. */
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
