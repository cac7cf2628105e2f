import { badArgument, notPermitted } from '../../api/api-errors.ts';
import { maySee } from '../rights.ts';
import type { Scope } from '../scope.ts';
import { findAccount } from './accounts.ts';
import { createValues, type Order, type Page, type PageArguments, readPage } from './page.ts';
import { createRowReader } from './row-reader.ts';

/** The values of a snapshot that show whether an asset needs attention. */
export interface SeenValues {
  readonly faults?: readonly string[] | null | undefined;
  readonly sohPercent?: number | null | undefined;
}

/** A pack or a device with its owner's place in the account tree, as `Asset` of schema.graphql. */
export interface Asset {
  readonly id: string;
  readonly version: number;
  readonly serial: string;
  readonly maker: string | null;
  readonly snapshot: (SeenValues & { readonly at: string }) | null;
  readonly place: { readonly at: string } | null;
  readonly seenAt: Date | null;
  /** The last reported parameters; null if there are none, or if the actor may not see parameters. */
  readonly parameters: { readonly at: string; readonly hash: string } | null;
  /** The path of the owner in the tree of accounts. */
  readonly owner: string;
  readonly [fact: string]: unknown;
}

const columnsFor = ({
  actor,
}: Scope): string => `a.id, a.version, a.kind, a.state, a.serial, a.maker, a.model, a.chemistry, a.cells,
  a.design_capacity_ah as "designCapacityAh", a.built_on as "builtOn", a.installed_in as "installedIn", a.firmware,
  a.place, a.snapshot, a.attention, a.seen_at as "seenAt", a.owner::text as owner, o.id as "ownerId",
  coalesce(nullif(o.company_name, ''), o.user_name) as "ownerName", o.client_name as "clientName",
  ${maySee(actor, 'PARAMETER_WRITE') ? 'a.parameters' : 'null::jsonb as parameters'}`;
const table = 'assets a';
const joins = 'left join users o on o.node = a.owner_node';
const from = `${table} ${joins}`;

const SEEN = "coalesce(a.seen_at, 'epoch')";
const orders: Readonly<Record<string, Order>> = {
  ATTENTION: {
    by: { 'a.attention': 'int', [SEEN]: 'timestamptz', 'a.id': 'uuid' },
    descending: true,
  },
  SEEN: { by: { [SEEN]: 'timestamptz', 'a.id': 'uuid' }, descending: true },
  SERIAL: { by: { 'a.serial_key': 'text collate "C"', 'a.id': 'uuid' } },
};

/**
 * Returns the Latin letters and digits of a serial number in upper case, as stored in the column `serial_key`. Serial
 * numbers with other letters may have the same key.
 */
export const serialKey = (serial: string): string =>
  serial.replace(/[^A-Za-z0-9]/g, '').toUpperCase();

const lettersOf = (serial: string): string =>
  serial
    .normalize()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();

/** Whether two serial numbers have the same letters and digits [SYNC-103]. */
export const isSameSerial = (one: string, other: string): boolean =>
  lettersOf(one) === lettersOf(other);

/** Assets with one key of which the serial numbers are compared. */
const MOST_WITH_KEY = 1_000;

/** Returns the upper bound of all texts that begin with `start`, in byte order. Keys are ASCII. */
const behind = (start: string): string => `${start}\u007F`;

export interface AssetFilter {
  readonly text?: string | null;
  readonly under?: string | null;
  readonly kind?: string | null;
  readonly state?: string | null;
  readonly firmware?: string | null;
  readonly needsAttention?: boolean | null;
  readonly notSeenSince?: string | null;
  readonly openTicket?: boolean | null;
  readonly within?: {
    readonly south: number;
    readonly west: number;
    readonly north: number;
    readonly east: number;
  } | null;
}

export const listAssets = async (
  scope: Scope,
  {
    filter,
    sort,
    ...page
  }: PageArguments & { readonly filter?: AssetFilter | null; readonly sort: string },
): Promise<Page<Asset>> => {
  const values = createValues();
  const where: string[] = [];
  const { text, under, kind, state, firmware, needsAttention, notSeenSince, openTicket, within } =
    filter ?? {};
  if (typeof text === 'string') {
    const start = serialKey(text);
    if (start === '') throw badArgument('filter.text', 'letters or digits of a serial number');
    const end = start.split('').toReversed().join('');
    // Row-level security lets an index answer these comparisons, but not `like`.
    const starts = (column: string, part: string): string =>
      `(${column} >= ${values.add(part)} and ${column} < ${values.add(behind(part))})`;
    where.push(`(${starts('a.serial_key', start)} or ${starts('a.serial_back', end)})`);
  }
  if (typeof under === 'string') {
    const account = await findAccount(scope, under);
    if (account === undefined) throw badArgument('filter.under', 'an account of your subtree');
    const path = values.add(account.path);
    where.push(`a.owner_text >= ${path} and a.owner_text < ${path} || '/'`);
  }
  if (typeof kind === 'string') where.push(`a.kind = ${values.add(kind)}`);
  if (typeof state === 'string') where.push(`a.state = ${values.add(state)}`);
  if (typeof firmware === 'string') where.push(`a.firmware = ${values.add(firmware)}`);
  if (typeof needsAttention === 'boolean')
    where.push(`a.attention ${needsAttention ? '>' : '='} 0`);
  if (typeof notSeenSince === 'string')
    where.push(`${SEEN} < ${values.add(notSeenSince)}::text::timestamptz`);
  if (typeof openTicket === 'boolean') {
    if (!maySee(scope.actor, 'TICKET')) throw notPermitted();
    where.push(
      `${openTicket ? '' : 'not '}exists (select from tickets t where t.asset_id = a.id and not t.is_done)`,
    );
  }
  if (within) {
    const { south, west, north, east } = within;
    where.push(`a.lat between ${values.add(south)}::float8 and ${values.add(north)}::float8`);
    where.push(`a.lon between ${values.add(west)}::float8 and ${values.add(east)}::float8`);
  }
  const order = orders[sort];
  if (order === undefined) throw badArgument('sort', 'an order of this list');
  const source = { columns: columnsFor(scope), from: table, joins, where, values, ...order };
  return readPage<Asset>(scope, source, page);
};

export const { find: findAsset, all: assetsOf } = createRowReader<Asset>({
  columns: columnsFor,
  from,
  alias: 'a',
});

/**
 * Finds at most two assets of the subtree with this serial number: a second one shows that the number is ambiguous. With
 * a maker, assets of another maker are left out; those without a maker are not. The asset `except` is left out.
 */
export const findBySerial = async (
  scope: Scope,
  serial: string,
  maker: string | null = null,
  except: string | null = null,
): Promise<readonly Asset[]> => {
  const found = await scope.query<Asset>(
    `select ${columnsFor(scope)} from ${from}
     where a.serial_key = $1 and coalesce(a.maker = $2::text, true) and a.id is distinct from $3::uuid limit ${MOST_WITH_KEY}`,
    [serialKey(serial), maker, except],
  );
  return found.filter((each) => isSameSerial(each.serial, serial)).slice(0, 2);
};
