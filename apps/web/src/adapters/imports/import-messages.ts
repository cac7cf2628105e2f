import type { ImportKind, ImportPlan, ImportSettings } from '@batbot/core/imports';

/** A message of the page to the import worker. */
export type ImportRequest =
  | { readonly kind: 'open'; readonly file: File }
  | {
      readonly kind: 'look';
      readonly chosen: Partial<ImportSettings>;
      readonly chosenKind: ImportKind | undefined;
    }
  | { readonly kind: 'check' | 'packs' | 'refused'; readonly plan: ImportPlan }
  | { readonly kind: 'sessions'; readonly plan: ImportPlan; readonly importId: string }
  | { readonly kind: 'next' | 'stop' };

export type ImportReply =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly message: string };
