import * as v from 'valibot';
import { OBJECT, readAs } from '../prelude/schema.ts';

/** The popover content of a user: two parts whose fields the server defines. */
export interface PopoverContent {
  readonly popOver: unknown;
  readonly categoryIssues: unknown;
}

/** An issue that a user can choose. */
export interface Issue {
  readonly id: string;
  readonly title: string;
}

export interface AlertCategories {
  readonly serviceContent: readonly Issue[];
  readonly customerContent: readonly Issue[];
  /**
   * The popover content of the alert categories, or of the tabs if the categories have none. The server defines its
   * form.
   */
  readonly popOverContent: unknown;
}

export const EMPTY_POPOVER: PopoverContent = { popOver: null, categoryIssues: null };

const TEXT = v.pipe(v.string(), v.nonEmpty());

/** Reads an issue from a title, or from an object with a title and an optional id. */
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

/** Reads a list of issues and ignores entries that are not issues. */
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

/** Returns the content in the fields of the server's JSON object. A missing part is null. */
export const popoverContentOf = ({
  popOver = null,
  categoryIssues = null,
}: Readonly<Record<string, unknown>>): PopoverContent => ({ popOver, categoryIssues });

/** Returns the popover text of a tab; undefined unless the server sent it as plain text. */
export const popoverTextOf = (content: PopoverContent, tabId: string): string | undefined =>
  readAs(TEXT, readAs(OBJECT, content.popOver)?.[tabId]);

export const toAlertCategories = ({ popOver, categoryIssues }: PopoverContent): AlertCategories => {
  const categories = readAs(CATEGORIES, categoryIssues);
  return {
    serviceContent: categories?.serviceContent ?? [],
    customerContent: categories?.customerContent ?? [],
    popOverContent: categories?.popOverContent ?? popOver,
  };
};
