/** Anything JSON can hold. */
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
  /** What is told about the categories. */
  readonly popOverContent: JsonValue;
}

export const EMPTY_POPOVER: PopoverContent = { popOver: null, categoryIssues: null };

/** A field of a JSON object that is its own: `__proto__` and its kind lend nothing. */
const fieldOf = (value: JsonValue, field: string): JsonValue | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? new Map(Object.entries(value)).get(field)
    : undefined;

/** Reads the server's JSON text; undefined when it is no JSON object. A slice that is missing is null. */
export const parsePopoverContent = (text: string): PopoverContent | undefined => {
  try {
    const parsed = JSON.parse(text) as JsonValue; // what JSON.parse gives is a JsonValue
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
    return {
      popOver: fieldOf(parsed, 'popOver') ?? null,
      categoryIssues: fieldOf(parsed, 'categoryIssues') ?? null,
    };
  } catch {
    return undefined;
  }
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

/** The alert categories in a user's popover content; what is no issue is left out. */
export const toAlertCategories = (content: PopoverContent): AlertCategories => ({
  serviceContent: issuesOf(fieldOf(content.categoryIssues, 'serviceContent')),
  customerContent: issuesOf(fieldOf(content.categoryIssues, 'customerContent')),
  popOverContent: fieldOf(content.categoryIssues, 'popOverContent') ?? content.popOver,
});
