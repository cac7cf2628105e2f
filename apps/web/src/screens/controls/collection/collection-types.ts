import type { ReactNode } from 'react';
import type { MenuProps } from 'antd';

/** A column of a collection, generic over the row. */
export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  /** The value as text: shown, and written to the exported file. */
  readonly text: (row: Row) => string;
  /** Shown instead of the text, for example a Tag. */
  readonly render?: (row: Row) => ReactNode;
  /** A number or text to sort by; undefined sorts last. Without it the column cannot be sorted. */
  readonly sortBy?: (row: Row) => number | string | undefined;
  /** Pixels; columns without a width share the rest. */
  readonly width?: number;
  readonly align?: 'right';
}

/** One of the `Segmented` states of the head, with its count. */
export interface State<Row> {
  readonly key: string;
  readonly label: string;
  readonly matches: (row: Row) => boolean;
}

/** A `Select` of the head. Its options are the values that the rows have. At most two. */
export interface Filter<Row> {
  readonly key: string;
  readonly label: string;
  readonly of: (row: Row) => string;
}

/** What is known of the rows. `at`: UTC milliseconds of the data that is shown. */
export type LoadState =
  | { readonly kind: 'loading' | 'ready' }
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly at?: number;
      readonly onRetry: () => void;
    }
  | { readonly kind: 'offline'; readonly at?: number };

/** Rows, columns, functions and lists keep their identity while what they show is the same: a new one filters and sorts again. */
export interface CollectionProps<Row> {
  readonly title: string;
  /** Singular: "session" is counted as "2 sessions". */
  readonly noun: string;
  readonly rows: readonly Row[];
  readonly load: LoadState;
  readonly rowKey: (row: Row) => string;
  /** The row's title: names its checkbox and its detail, and is the first line at 390 px. */
  readonly name: (row: Row) => string;
  /** The second line at 390 px. */
  readonly meta: (row: Row) => ReactNode;
  /** Beside the title, for example a Tag. */
  readonly badge?: (row: Row) => ReactNode;
  readonly columns: readonly Column<Row>[];
  /** Key of the column, `-key` for descending. */
  readonly defaultSort: string;
  /** The text that the search looks in. */
  readonly search: (row: Row) => string;
  readonly searchLabel: string;
  readonly states?: readonly State<Row>[];
  readonly filters?: readonly Filter<Row>[];
  /** Rows can be grouped by this, for example by pack. */
  readonly group?: { readonly label: string; readonly of: (row: Row) => string };
  /** What needs attention, after the count. */
  readonly attention?: ReactNode;
  /** A line above the rows, for example how current they are. */
  readonly notice?: ReactNode;
  /** Beside the search, for example a second view. */
  readonly extra?: ReactNode;
  readonly primary?: { readonly label: string; readonly onClick: () => void };
  /** More entries of the ⋯ menu. */
  readonly menu?: MenuProps['items'];
  /** Buttons for the selected rows; without it rows cannot be selected. */
  readonly bulk?: (selected: readonly Row[], clear: () => void) => ReactNode;
  /** Nothing there yet: one sentence that says why, and one button. */
  readonly empty: { readonly text: string; readonly action?: ReactNode };
  /** The detail of a row. `tab` is the address's `?tab=`. */
  readonly detail: (
    row: Row,
    view: { readonly tab: string; readonly onTab: (tab: string) => void },
  ) => ReactNode;
  /** Where the id of the open row is in the address: `?id=` unless this maps it to a path. */
  readonly path?: {
    readonly id: string | undefined;
    readonly to: (id: string | undefined) => string;
  };
}

const collator = new Intl.Collator(undefined, { numeric: true });

const compare = (a: number | string | undefined, b: number | string | undefined): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a), String(b));
};

/** The rows sorted by `sort`; unknown values are last in both directions. */
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

/** What the table shows: a row, or the title of a group of rows. */
export type Item<Row> =
  | { readonly kind: 'row'; readonly key: string; readonly row: Row }
  | {
      readonly kind: 'group';
      readonly key: string;
      readonly title: string;
      readonly count: number;
    };

/** Groups in the order of their first rows. */
export const itemsOf = <Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  groupOf: ((row: Row) => string) | undefined,
): readonly Item<Row>[] => {
  const item = (row: Row): Item<Row> => ({ kind: 'row', key: keyOf(row), row });
  if (groupOf === undefined) return rows.map(item);
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const title = groupOf(row);
    const members = groups.get(title);
    if (members === undefined) groups.set(title, [row]);
    else members.push(row);
  }
  return [...groups].flatMap(([title, members]) => [
    { kind: 'group' as const, key: `group ${title}`, title, count: members.length },
    ...members.map(item),
  ]);
};
