import { JSON_OBJECT } from '../prelude/schema.ts';

/** Any JSON value. */
export type JsonValue =
  null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** The popover content of a user: two slices whose inner fields the server decides. */
export interface PopoverContent {
  readonly popOver: JsonValue;
  readonly categoryIssues: JsonValue;
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
  readonly popOverContent: JsonValue;
}

export const EMPTY_POPOVER: PopoverContent = { popOver: null, categoryIssues: null };

/** An own field of a JSON object; a `__proto__` key lends nothing. */
const fieldOf = (value: JsonValue, field: string): JsonValue | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? new Map(Object.entries(value)).get(field)
    : undefined;

/** Reads the server's JSON text; undefined when it is not a JSON object. A missing slice is null. */
export const parsePopoverContent = (text: string): PopoverContent | undefined => {
  const fields = JSON_OBJECT.parse(text);
  if (!fields.ok) return undefined;
  const { popOver = null, categoryIssues = null } = fields.value as Readonly<
    Record<string, JsonValue> // the values of JSON text
  >;
  return { popOver, categoryIssues };
};

/** The popover text of a tab, where the server gave one as plain text. */
export const popoverTextOf = (content: PopoverContent, tabId: string): string | undefined => {
  const text = fieldOf(content.popOver, tabId);
  return typeof text === 'string' && text !== '' ? text : undefined;
};

const toIssue = (value: JsonValue): readonly Issue[] => {
  if (typeof value === 'string') return value === '' ? [] : [{ id: value, title: value }];
  const title = fieldOf(value, 'title');
  if (typeof title !== 'string' || title === '') return [];
  const id = fieldOf(value, 'id');
  return [{ id: typeof id === 'string' || typeof id === 'number' ? String(id) : title, title }];
};

const issuesOf = (value: JsonValue | undefined): readonly Issue[] =>
  Array.isArray(value) ? (value as readonly JsonValue[]).flatMap(toIssue) : []; // isArray widens a readonly array to any[]

/** The alert categories in a user's popover content; entries that are not issues are left out. */
export const toAlertCategories = (content: PopoverContent): AlertCategories => ({
  serviceContent: issuesOf(fieldOf(content.categoryIssues, 'serviceContent')),
  customerContent: issuesOf(fieldOf(content.categoryIssues, 'customerContent')),
  popOverContent: fieldOf(content.categoryIssues, 'popOverContent') ?? content.popOver,
});
