import type { ReactNode } from 'react';
import type { MenuProps } from 'antd';
import { groupBy, utcText } from '@batbot/core';
import { DASH, dateTimeText } from '../../../text/format.ts';

/** A row, which is identified by its id: in the address, when it is selected, and as the key of React. */
export interface WithId {
  readonly id: string;
}

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  /** The value as text, which is shown and exported. */
  readonly text: (row: Row) => string;
  /** The exported text, if it is not the shown one. */
  readonly exportText?: (row: Row) => string;
  /** Renders the value instead of the text, for example as a Tag. */
  readonly render?: (row: Row) => ReactNode;
  /** The number or text to sort by; undefined is sorted last. A column without this function cannot be sorted. */
  readonly sortBy?: (row: Row) => number | string | undefined;
  /** Width in pixels. Columns without a width share the rest. */
  readonly width?: number;
  readonly align?: 'right';
}

/** A column of texts. An unknown text is a dash. */
export const textColumn = <Row>(
  key: string,
  title: string,
  of: (row: Row) => string | undefined,
  look: Pick<Column<Row>, 'render' | 'width'> = {},
): Column<Row> => ({
  key,
  title,
  text: (row) => of(row) || DASH,
  sortBy: (row) => of(row) || undefined,
  ...look,
});

type NumberOf<Row> = (row: Row) => number | undefined;

const textOf =
  <Row>(of: NumberOf<Row>, text: (value: number) => string) =>
  (row: Row): string => {
    const value = of(row);
    return value === undefined ? DASH : text(value);
  };

/** A column of numbers, aligned to the right. `text` formats a number; an unknown one is a dash. */
export const numberColumn = <Row>(
  key: string,
  title: string,
  of: NumberOf<Row>,
  text: (value: number) => string,
  width: number,
): Column<Row> => ({ key, title, text: textOf(of, text), sortBy: of, width, align: 'right' });

/** A column of times in UTC milliseconds, shown with their day and exported in UTC. */
export const timeColumn = <Row>(
  key: string,
  title: string,
  of: NumberOf<Row>,
  width: number,
): Column<Row> => ({
  key,
  title,
  text: textOf(of, dateTimeText),
  exportText: textOf(of, utcText),
  sortBy: of,
  width,
});

/** A state that the `Segmented` of the head offers, with the count of its rows. */
export interface State<Row> {
  readonly key: string;
  readonly label: string;
  readonly matches: (row: Row) => boolean;
  /** Sorts the rows of the state by this number first, the highest first, until the user sorts by a column. */
  readonly rank?: (row: Row) => number;
}

/** A `Select` of the head, whose options are the values in the rows. A collection has two filters at most. */
export interface Filter<Row> {
  readonly key: string;
  readonly label: string;
  /** Returns the value of a row; an empty text or a dash if it has none. */
  readonly of: (row: Row) => string;
}

/** Returns the value of a row as it is in the address. An empty text there means all rows, so none is a dash. */
export const filterValue = <Row>({ of }: Filter<Row>, row: Row): string => of(row) || DASH;

/** The state of loading the rows. `unread`: the server has never returned the list. */
export type LoadState =
  | { readonly kind: 'loading' | 'unread' | 'ready' | 'readOnly' }
  | {
      readonly kind: 'failed';
      readonly message: string;
      /** Absent if a repetition would not help. */
      readonly onRetry?: () => void;
    };

/**
 * The properties of a collection. Memoize rows, columns, functions and lists: a new identity filters and sorts again.
 */
export interface CollectionProps<Row extends WithId> {
  readonly title: string;
  /** The singular noun of a row: "session" is counted as "2 sessions". */
  readonly noun: string;
  readonly rows: readonly Row[];
  readonly load: LoadState;
  /** The title of a row, used for its checkbox, its detail and its first line at 390 px. */
  readonly name: (row: Row) => string;
  /** The second line of a row at 390 px. */
  readonly meta: (row: Row) => string;
  /** Shown next to the title, for example a Tag. */
  readonly badge?: (row: Row) => ReactNode;
  readonly columns: readonly Column<Row>[];
  /** What the list shows outside of its columns, for example as a tag. It is exported after them. */
  readonly exported?: readonly Column<Row>[];
  /** Key of the column that sorts by default; `-key` for descending. */
  readonly defaultSort: string;
  readonly search: (row: Row) => string;
  readonly searchLabel: string;
  /** Whether the search text identifies exactly this row. Enter then opens the row, as at the end of a scan. */
  readonly exact?: (row: Row, text: string) => boolean;
  readonly states?: readonly State<Row>[];
  readonly filters?: readonly Filter<Row>[];
  /** The value by which rows can be grouped, for example the pack. */
  readonly group?: { readonly label: string; readonly of: (row: Row) => string };
  /** Shown after the count: what needs the user's attention. */
  readonly attention?: ReactNode;
  /** Filters that the screen applies itself, in their own line, and the number of those that are set. */
  readonly ownFilters?: { readonly fields: ReactNode; readonly set: number };
  /** Messages above the rows. */
  readonly notice?: ReactNode;
  /** Shown next to the title, for example a second view. */
  readonly extra?: ReactNode;
  /** Renders the found rows in another form than a table, for example as a map. */
  readonly view?: ((rows: readonly Row[]) => ReactNode) | undefined;
  readonly primary?: false | { readonly label: string; readonly onClick: () => void };
  /** Additional entries of the ⋯ menu. */
  readonly menu?: MenuProps['items'];
  /** Buttons for the selected rows. Without this function, rows cannot be selected. */
  readonly bulk?: (selected: readonly Row[], clear: () => void) => ReactNode;
  /** Shown while there are no rows: a sentence that explains why, and a button. */
  readonly empty: { readonly text: string; readonly action?: ReactNode };
  /** The detail of a row. `tab` is the `?tab=` of the address. */
  readonly detail: (
    row: Row,
    view: { readonly tab: string; readonly onTab: (tab: string) => void },
  ) => ReactNode;
  /** Stores the id of the open row in the path of the address. Default: in `?id=`. */
  readonly path?: {
    readonly id: string | undefined;
    readonly to: (id: string | undefined) => string;
  };
}

const collator = new Intl.Collator(undefined, { numeric: true });

/** Compares texts as a reader sorts them: "Pack 2" before "Pack 10", "Äpfel" before "Zug". */
export const compareTexts = (a: string, b: string): number => collator.compare(a, b);

const compare = (a: number | string | undefined, b: number | string | undefined): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return compareTexts(String(a), String(b));
};

/** Sorts rows by `sort`. Unknown values are last in both directions. */
export const sorted = <Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: string,
): readonly Row[] => {
  const isDown = sort.startsWith('-');
  const by = columns.find(({ key }) => key === (isDown ? sort.slice(1) : sort))?.sortBy;
  if (by === undefined) return rows;
  return rows.toSorted((a, b) => {
    const [left, right] = [by(a), by(b)];
    if (left === undefined || right === undefined) {
      return Number(left === undefined) - Number(right === undefined);
    }
    return isDown ? compare(right, left) : compare(left, right);
  });
};

/** An item of the table: a row, or the title of a group of rows. */
export type Item<Row> =
  | { readonly kind: 'row'; readonly key: string; readonly row: Row }
  | {
      readonly kind: 'group';
      readonly key: string;
      readonly title: string;
      readonly count: number;
    };

/** Returns the items of the rows. Groups are in the order of their first rows. */
export const itemsOf = <Row extends WithId>(
  rows: readonly Row[],
  groupOf: ((row: Row) => string) | undefined,
): readonly Item<Row>[] => {
  const item = (row: Row): Item<Row> => ({ kind: 'row', key: row.id, row });
  if (groupOf === undefined) return rows.map(item);
  return [...groupBy(rows, groupOf)].flatMap(([title, members]) => [
    { kind: 'group' as const, key: `group ${title}`, title, count: members.length },
    ...members.map(item),
  ]);
};
