import {
  err,
  mapOk,
  ok,
  readAs,
  OBJECT,
  withTimeout,
  type Clock,
  type GatewayError,
  type KeyValueStore,
  type Result,
} from '@batbot/core';
import type {
  DocumentKind,
  HistoryRows,
  Outcome,
  PasswordOutcome,
  RowPage,
  ServerRow,
  Submission,
  WorkspaceFault,
  WorkspaceServer,
} from '@batbot/core/workspace';
import * as v from 'valibot';
import { createAsk } from './ask.ts';
import { createCappedFetch } from './capped-fetch.ts';
import { createClient, REQUEST } from './client.ts';
import type { Operation } from './operations.ts';
import {
  ASSET_EVENTS,
  ASSET_RECORDINGS,
  CAPABILITIES,
  ACCEPT_INVITATION,
  ACCOUNT_EVENTS,
  CHANGE_PASSWORD,
  CHANGES,
  COPY_ACCOUNTS,
  COPY_ASSETS,
  COPY_ASSIGNMENTS,
  COPY_DOCUMENTS,
  COPY_EVENTS,
  COPY_RECORDINGS,
  COPY_TICKET_ENTRIES,
  COPY_TICKETS,
  DRIFT,
  FLEET,
  SUBMIT,
  TICKET_ENTRIES,
  TREND,
  type Page,
  type PasswordResult,
} from './workspace-operations.ts';

export interface GraphqlWorkspaceServerParts {
  /** Absolute URL of the GraphQL endpoint. */
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  /** Remembers that a server does not offer the workspace. */
  readonly store: KeyValueStore;
  /** Name and version of the app, for the server's log. */
  readonly app: string;
  readonly random: () => number;
}

const TIME_LIMIT_MS = 15_000; // NW-06
const BODY_LIMIT_BYTES = 4_000_000;
const DAY_MS = 86_400_000;
const PAGE_ROWS = 200;
/** Timeout of a piece of 1 MiB on a slow mobile network, equal to the server's timeout. */
const PIECE_TIME_LIMIT_MS = 60_000;
const PIECE_LIMIT_BYTES = 1_048_576;
const LONGEST_MESSAGE = 200;
const HTTP = { ok: 300, unauthorized: 401, timeout: 408, tooMany: 429, server: 500, full: 507 };
/** The most accounts that are copied, and the most rows of a list that is read as a whole. */
const MOST_ROWS = 2_000;

/** The operations without which a server has no workspace. */
const NEEDED: ReadonlySet<string> = new Set([CHANGES.name, SUBMIT.name]);

const fault = (kind: WorkspaceFault['kind'], message: string): Result<never, WorkspaceFault> =>
  err({ kind, message });

/**
 * Whether GraphQL validation does not know the root field of an operation, or a type of its variables. Each GraphQL
 * library has its own text; all of them quote the name of the field first, some without the type of the operation.
 */
const isUnknown = (message: string, root: string): boolean =>
  /unknown ?type|isn't a defined|type.* is not defined/i.test(message) ||
  (/field/i.test(message) && /["'`]([^"'`]*)["'`]/.exec(message)?.[1] === root);

/**
 * Classifies an error by the message texts of GraphQL validation and of the account server. Status 429 means that the
 * server limits attempts, such as those of passwords, or that a proxy limits all calls, which are sent again later.
 */
const toFault = (
  { kind, message }: GatewayError,
  { name: root, isRepeatable }: Pick<Operation<unknown, object>, 'name' | 'isRepeatable'>,
): WorkspaceFault => {
  if (message === 'Status 429.' && !isRepeatable)
    return { kind: 'refused', message: 'Too many attempts. Try again later.' };
  if (kind === 'unreachable') return { kind, message };
  if (isUnknown(message, root)) return { kind: 'notOffered', message };
  // The server has the workspace, but not yet this field or argument: it is being updated.
  if (/^(Cannot query field|Unknown argument)/.test(message))
    return { kind: 'unreachable', message: 'The server is older than this app.' };
  if (message === 'Token Expired' || message === 'User Deactivated')
    return { kind: 'expired', message };
  return { kind: 'refused', message };
};

/** Sends an operation and returns its root field. A server that does not offer the workspace is not called. */
type Call = <Fields, Variables extends object>(
  operation: Operation<Fields, Variables>,
  variables: Variables,
  token?: string,
) => Promise<Result<Fields, WorkspaceFault>>;

interface CopiedList {
  readonly kind: string;
  readonly most: number;
  readonly page: (
    call: Call,
    token: string,
    after: string | null,
  ) => Promise<Result<Page, WorkspaceFault>>;
}

const listOf = (kind: string, operation: typeof COPY_ASSETS, most = 1_000): CopiedList => ({
  kind,
  most,
  page: (call, token, after) => call(operation, { first: PAGE_ROWS, after }, token),
});
const documents = (kind: DocumentKind | 'LEVEL_PRESET'): CopiedList => ({
  kind: 'document',
  most: 1_000,
  page: (call, token, after) => call(COPY_DOCUMENTS, { kind, first: PAGE_ROWS, after }, token),
});

const LISTS: readonly CopiedList[] = [
  listOf('asset', COPY_ASSETS, 2_000),
  listOf('account', COPY_ACCOUNTS, MOST_ROWS),
  documents('LEVEL_PRESET'),
  documents('PARAMETER_SCHEMA'),
  documents('PARAMETER_SET'),
  listOf('assignment', COPY_ASSIGNMENTS),
  listOf('recording', COPY_RECORDINGS),
  listOf('event', COPY_EVENTS),
  documents('FIRMWARE_IMAGE'),
  listOf('ticket', COPY_TICKETS),
  listOf('ticketEntry', COPY_TICKET_ENTRIES),
  documents('IMPORT_MAPPING'),
];

/** Schema of the progress of copying: the index of the list, the number of its copied rows, and its cursor. */
const PLACE = v.pipe(
  v.string(),
  v.regex(/^\d+ \d+ /),
  v.transform((text) => {
    const [list = '', rows = '', ...after] = text.split(' ');
    return { list: Number(list), rows: Number(rows), after: after.join(' ') || null };
  }),
);
const START = { list: 0, rows: 0, after: null };

/** The kind of row that an event changes, by the kind of the event. */
const SUBJECTS: Readonly<Record<string, string>> = {
  putAsset: 'asset',
  moveAsset: 'asset',
  reportWrite: 'asset',
  reportInstall: 'asset',
  addRecording: 'recording',
  publishDocument: 'document',
  retireDocument: 'document',
  assign: 'assignment',
  setAssignment: 'assignment',
  openTicket: 'ticket',
  setTicketState: 'ticket',
  addTicketEntry: 'ticketEntry',
};
const EVENT = v.looseObject({ id: v.string(), kind: v.string(), subjectId: v.string() });
const ROW = v.looseObject({ id: v.string() });
/** Kinds of rows that may arrive without an event, because accounts above the user changed them. */
const ROW_KINDS = ['document', 'assignment'];

const rowsOf = (node: Readonly<Record<string, unknown>>): readonly ServerRow[] => {
  const event = readAs(EVENT, node['event']);
  if (event === undefined) {
    return ROW_KINDS.flatMap((kind) => {
      const row = readAs(ROW, node[kind]);
      return row === undefined ? [] : [{ kind, id: row.id, row }];
    });
  }
  const kind = SUBJECTS[event.kind] ?? 'account';
  return [
    { kind: 'event', id: event.id, row: event },
    { kind, id: event.subjectId, row: readAs(OBJECT, node[kind]) },
  ];
};

const STATUS = v.object({
  id: v.string(),
  status: v.picklist(['APPLIED', 'DUPLICATE', 'CONFLICT', 'REFUSED', 'LATER']),
  version: v.nullable(v.number()),
  code: v.nullable(v.string()),
  field: v.nullable(v.string()),
  current: v.optional(v.unknown()),
});

const HASHES = v.array(v.string());
const VERSIONED = v.looseObject({ version: v.number() });

const toOutcome = (raw: Readonly<Record<string, unknown>>): readonly Outcome[] => {
  const read = readAs(STATUS, raw);
  if (read === undefined) return []; // an unknown status of a newer server: the item stays queued
  const { id, status, current } = read;
  const version = read.version ?? readAs(VERSIONED, current)?.version;
  switch (status) {
    case 'APPLIED':
      return [{ id, status: 'applied', version }];
    case 'DUPLICATE':
      return [{ id, status: 'applied' }];
    case 'LATER': {
      const isShort = read.code === 'BLOBS_MISSING';
      return [{ id, status: 'later', ...(isShort && { missing: readAs(HASHES, current) }) }];
    }
    case 'CONFLICT':
    case 'REFUSED': {
      const { code, field } = read;
      const facts = { code: code ?? status, field: field ?? undefined, version, current };
      return [{ id, status: status === 'CONFLICT' ? 'conflict' : 'refused', ...facts }];
    }
  }
};

const toInput = ({ id, at, base, kind, input }: Submission) => ({
  id,
  at: new Date(at).toISOString(),
  base: base ?? null,
  change: { [kind]: input },
});

const toPasswordOutcome = ({ state, userName, code, reason }: PasswordResult): PasswordOutcome =>
  state
    ? { kind: 'set', userName: userName ?? '' }
    : { kind: 'refused', code: code ?? '', reason: reason ?? undefined };

const NO_PAGE: Page = { nodes: [], hasNext: false, endCursor: null };

const toRows = (kind: string, nodes: Page['nodes']): readonly ServerRow[] =>
  nodes.flatMap((node) => {
    const row = readAs(ROW, node);
    return row === undefined ? [] : [{ kind, id: row.id, row }];
  });

const toPieceFault = async (response: Response): Promise<WorkspaceFault> => {
  const message = (await response.text()).slice(0, LONGEST_MESSAGE);
  const { status } = response;
  if (status === HTTP.unauthorized) return { kind: 'expired', message };
  const mayPass =
    status === HTTP.timeout ||
    status === HTTP.tooMany ||
    (status >= HTTP.server && status !== HTTP.full);
  return { kind: mayPass ? 'unreachable' : 'refused', message };
};

/** The workspace over GraphQL, and the upload of pieces. The timeout is 15 s for a call and 60 s for a piece. */
export const createGraphqlWorkspaceServer = (
  parts: GraphqlWorkspaceServerParts,
): WorkspaceServer => {
  const { url, clock, store, app } = parts;
  const client = createClient(url, parts.fetch, BODY_LIMIT_BYTES);
  const memory = `noWorkspace:${url}`;
  const fetchPiece = createCappedFetch(parts.fetch, PIECE_LIMIT_BYTES);
  let blobUrl: string | undefined;

  const call: Call = async (operation, variables, token) => {
    const since = Number(store.get(memory) ?? Number.NaN);
    if (Math.abs(clock.wallNow() - since) < DAY_MS)
      return fault('notOffered', 'This server has no workspace.');
    const controller = new AbortController();
    const { signal } = controller;
    const ask = createAsk({ ...parts, client, signal, onPartial: () => undefined });
    const late = err({ kind: 'unreachable' as const, message: 'No answer within 15 s.' });
    const answer = ask(operation, variables, token);
    const result = await withTimeout(answer, clock, TIME_LIMIT_MS, late);
    controller.abort();
    if (result.ok) return result;
    const found = toFault(result.error, operation);
    if (found.kind === 'notOffered' && NEEDED.has(operation.name))
      store.set(memory, String(clock.wallNow()));
    return err(found);
  };

  /** Reads the page of a list at a position of copying. */
  const pageAt = async (token: string, cursor: string | undefined) => {
    const place = cursor === undefined ? START : readAs(PLACE, cursor);
    const list = LISTS[place?.list ?? -1];
    if (place === undefined || list === undefined)
      return fault('refused', 'The position of the copying is not known.');
    const answer = await list.page(call, token, place.after);
    const isHidden = !answer.ok && answer.error.message === 'Not permitted';
    if (!answer.ok && !isHidden) return answer;
    const { nodes, endCursor, hasNext } = answer.ok ? answer.value : NO_PAGE;
    return ok({
      list,
      place: place.list,
      rows: toRows(list.kind, nodes),
      count: place.rows + nodes.length,
      cursor: `${place.list} ${place.rows + nodes.length} ${endCursor ?? ''}`,
      isLonger: hasNext && endCursor !== null,
    });
  };

  const copyPage = async (
    token: string,
    from: string | undefined,
  ): Promise<Result<RowPage, WorkspaceFault>> => {
    const page = await pageAt(token, from);
    if (!page.ok) return page;
    const { list, place, rows, count, cursor, isLonger } = page.value;
    const goesOn = isLonger && count < list.most;
    return ok({
      rows,
      cursor: goesOn ? cursor : `${place + 1} 0 `,
      hasNext: goesOn || place + 1 < LISTS.length,
      ...(isLonger && !goesOn && { rest: { kind: list.kind, cursor } }),
    });
  };

  const piece = async (
    token: string,
    sha256: string,
    method: 'GET' | 'PUT',
    body: Uint8Array<ArrayBuffer> | null = null,
  ): Promise<Result<Response, WorkspaceFault>> => {
    if (blobUrl === undefined) {
      const answer = await call(CAPABILITIES, {}, token);
      if (!answer.ok) return answer;
      if (answer.value.blobUrl === null)
        return fault('refused', 'This server stores no recordings.');
      ({ blobUrl } = answer.value);
    }
    const controller = new AbortController();
    const sent = fetchPiece(new URL(`${blobUrl}/${sha256}`, url), {
      ...REQUEST,
      method,
      body,
      headers: { authorization: token },
      signal: controller.signal,
    }).then(ok, () => fault('unreachable', 'The answer could not be read.'));
    const late = fault('unreachable', 'No answer within 60 s.');
    const result = await withTimeout(sent, clock, PIECE_TIME_LIMIT_MS, late);
    controller.abort();
    if (!result.ok || result.value.status < HTTP.ok) return result;
    return err(await toPieceFault(result.value));
  };

  /** Reads the pages of a list up to its end, or up to `MOST_ROWS`. */
  const listed = async <Variables extends object>(
    token: string,
    kind: string,
    operation: Operation<
      Page,
      Variables & { readonly first: number; readonly after: string | null }
    >,
    variables: Variables,
  ): Promise<Result<HistoryRows, WorkspaceFault>> => {
    const rows: ServerRow[] = [];
    let after: string | null = null;
    for (;;) {
      const page: Result<Page, WorkspaceFault> = await call(
        operation,
        { ...variables, first: PAGE_ROWS, after },
        token,
      );
      if (!page.ok) return page;
      const { nodes, hasNext, endCursor }: Page = page.value;
      rows.push(...toRows(kind, nodes));
      after = endCursor;
      const isLast = !hasNext || nodes.length === 0 || rows.length >= MOST_ROWS;
      if (isLast) return ok({ rows, cut: hasNext ? [kind] : [] });
    }
  };

  return {
    history: async (token, { kind, id }) => {
      if (kind === 'account') return listed(token, 'event', ACCOUNT_EVENTS, { accountId: id });
      if (kind === 'ticket') return listed(token, 'ticketEntry', TICKET_ENTRIES, { ticketId: id });
      const events = await listed(token, 'event', ASSET_EVENTS, { assetId: id });
      if (!events.ok) return events;
      const recordings = await listed(token, 'recording', ASSET_RECORDINGS, { assetId: id });
      if (!recordings.ok) return recordings;
      return ok({
        rows: [...events.value.rows, ...recordings.value.rows],
        cut: [...events.value.cut, ...recordings.value.cut],
      });
    },
    putPiece: async (token, sha256, bytes) =>
      mapOk(await piece(token, sha256, 'PUT', bytes), () => undefined),
    getPiece: async (token, sha256) => {
      const answer = await piece(token, sha256, 'GET');
      return answer.ok ? ok(new Uint8Array(await answer.value.arrayBuffer())) : answer;
    },
    submit: async (token, batch) =>
      mapOk(await call(SUBMIT, { batch: batch.map(toInput), app }, token), (found) =>
        found.flatMap(toOutcome),
      ),
    begin: async (token) => {
      const answer = await call(CHANGES, { after: null }, token);
      if (!answer.ok) return answer;
      const { endCursor } = answer.value;
      return endCursor === null ? fault('unreachable', 'The answer has no cursor.') : ok(endCursor);
    },
    copy: copyPage,
    more: async (token, from) =>
      mapOk(await pageAt(token, from), ({ rows, cursor, isLonger: hasNext }) => ({
        rows,
        cursor,
        hasNext,
      })),
    present: async (token, kind) => {
      const operation = kind === 'account' ? COPY_ACCOUNTS : COPY_ASSIGNMENTS;
      return mapOk(await listed(token, kind, operation, {}), ({ rows }) => rows);
    },
    fleet: (token, metric, filter) => call(FLEET, { metric, filter }, token),
    trend: (token, assetId) => call(TREND, { assetId }, token),
    drift: async (token, documentId) =>
      mapOk(await call(DRIFT, { documentId }, token), ({ nodes, ...counts }) => ({
        ...counts,
        rows: toRows('asset', nodes),
      })),
    changePassword: async (token, current, next) =>
      mapOk(await call(CHANGE_PASSWORD, { current, next }, token), toPasswordOutcome),
    acceptInvitation: async (asked) =>
      mapOk(await call(ACCEPT_INVITATION, asked), toPasswordOutcome),
    changes: async (token, cursor) =>
      mapOk(await call(CHANGES, { after: cursor }, token), ({ nodes, endCursor, hasNext }) => ({
        rows: nodes.flatMap(rowsOf),
        cursor: endCursor ?? cursor,
        hasNext,
      })),
  };
};
