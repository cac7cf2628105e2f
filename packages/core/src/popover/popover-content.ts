import * as v from 'valibot';
import { JSON_OBJECT, OBJECT, readAs } from '../prelude/schema.ts';

/** The popover content of a user: two slices whose inner fields the server decides. */
export interface PopoverContent {
  readonly popOver: unknown;
  readonly categoryIssues: unknown;
}

/** One issue a user can choose. */
export interface Issue {
  readonly id: string;
  readonly title: string;
}

export interface AlertCategories {
  readonly serviceContent: readonly Issue[];
  readonly customerContent: readonly Issue[];
  /** The text about the categories. */
  readonly popOverContent: unknown;
}

export const EMPTY_POPOVER: PopoverContent = { popOver: null, categoryIssues: null };

const TEXT = v.pipe(v.string(), v.nonEmpty());

/** A title alone, or with an id. */
const ISSUE = v.union([
  v.pipe(
    TEXT,
    v.transform((title): Issue => ({ id: title, title })),
  ),
  v.pipe(
    v.object({
      title: TEXT,
      id: v.fallback(v.optional(v.union([v.string(), v.number()])), undefined),
    }),
    v.transform(({ id, title }): Issue => ({ id: id === undefined ? title : String(id), title })),
  ),
]);

/** Entries that are not issues are left out. */
const ISSUES = v.fallback(
  v.pipe(
    v.array(v.unknown()),
    v.transform((entries) => entries.flatMap((entry) => readAs(ISSUE, entry) ?? [])),
  ),
  [],
);

const CATEGORIES = v.object({
  serviceContent: ISSUES,
  customerContent: ISSUES,
  popOverContent: v.optional(v.unknown()),
});

/** Reads the server's JSON text; undefined when it is not a JSON object. A missing slice is null. */
export const parsePopoverContent = (text: string): PopoverContent | undefined => {
  const fields = JSON_OBJECT.parse(text);
  if (!fields.ok) return undefined;
  const { popOver = null, categoryIssues = null } = fields.value;
  return { popOver, categoryIssues };
};

/** The popover text of a tab, where the server gave one as plain text. */
export const popoverTextOf = (content: PopoverContent, tabId: string): string | undefined =>
  readAs(TEXT, readAs(OBJECT, content.popOver)?.[tabId]);

/** The alert categories in a user's popover content. */
export const toAlertCategories = ({ popOver, categoryIssues }: PopoverContent): AlertCategories => {
  const categories = readAs(CATEGORIES, categoryIssues);
  return {
    serviceContent: categories?.serviceContent ?? [],
    customerContent: categories?.customerContent ?? [],
    popOverContent: categories?.popOverContent ?? popOver,
  };
};
