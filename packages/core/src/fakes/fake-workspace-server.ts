import { createFakeGates } from './fake-gates.ts';
import { err, ok, type Result } from '../prelude/result.ts';
import type {
  DriftCounts,
  FleetMetric,
  FleetStat,
  Outcome,
  PasswordOutcome,
  ServerRow,
  ServerTrendPoint,
  Submission,
  WorkspaceFault,
  WorkspaceServer,
} from '../ports/workspace-server.ts';

/** Default of the status: `refused`. */
interface FakeRefusal {
  readonly status?: 'conflict' | 'refused';
  readonly code: string;
  readonly field?: string;
  readonly version?: number;
}

interface Row {
  readonly version: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** What happens to a call: it is answered, or its connection is lost before or after the server has processed it. */
export type CallEnd = 'answered' | 'lostBefore' | 'lostAfter';

/**
 * A server with rows of any kind. A row with `topic` is an event, with `userName` an account, with `body` a document;
 * with `documentId` an assignment, with `category` a ticket, with `ticketId` an entry of one; any other row is an asset.
 * `reportWrite` sets the parameters of its asset, `openTicket` gives the ticket a number and the state OPEN. Every other
 * change takes `{id, …values}`; a change with `refused: true` is refused. The password of every user is "secret".
 */
export interface FakeWorkspaceServer extends WorkspaceServer {
  /** Sets a function that decides what happens to each call. By default all calls are answered. */
  readonly decide: (next: (call: string) => CallEnd) => void;
  /** Makes every call fail with this error from now on; undefined lets calls succeed again. */
  readonly fail: (kind: WorkspaceFault['kind'] | undefined) => void;
  /** Makes the server refuse every change of a kind; without an answer it accepts them again. */
  readonly refuse: (kind: string, answer?: FakeRefusal) => void;
  /** Changes a row as another user, or removes it. */
  readonly put: (id: string, values: Readonly<Record<string, unknown>> | undefined) => void;
  /** Changes values of a row without a change of the row, as the last activity of an account does. */
  readonly change: (id: string, values: Readonly<Record<string, unknown>>) => void;
  readonly rows: () => ReadonlyMap<string, Row>;
  /** The inputs of applied submissions, oldest first. */
  readonly applied: () => readonly Submission[];
  readonly calls: () => readonly string[];
  /**
   * Makes `changes` list nothing that happens from now on, as while an earlier transaction of the server still runs;
   * false lets it list everything again.
   */
  readonly holdChanges: (isHeld: boolean) => void;
  /** Makes the server forget all cursors that it has returned. */
  readonly forgetCursors: () => void;
  /** Keeps calls of this name pending from now on; the returned function releases them. */
  readonly hold: (call: string) => () => void;
  /** Makes `history` return this instead of the rows of its subject. */
  readonly setHistory: (answer: Awaited<ReturnType<WorkspaceServer['history']>>) => void;
  /** Makes `copy` return only the first rows of a kind; `more` returns the others. */
  readonly limitCopies: (kind: string, most: number) => void;
  /** Sets the answer to `fleet` for a metric, and that to `trend` for every pack. */
  readonly setFleet: (
    metric: FleetMetric,
    stat: FleetStat,
    points: readonly ServerTrendPoint[],
  ) => void;
  /** Sets the answer to `drift`. */
  readonly setDrift: (drift: FakeDrift) => void;
  /** The pieces by their SHA-256. A test can delete entries to make pieces missing. */
  readonly pieces: Map<string, Uint8Array<ArrayBuffer>>;
}

/** The answer to `drift`, with the ids of the assets that differ. */
export interface FakeDrift extends DriftCounts {
  readonly ids: readonly string[];
}

const PAGE = 3;

/** The kind of a row, keyed by a field that only rows of this kind have. */
const KINDS: Readonly<Record<string, string>> = {
  topic: 'event',
  userName: 'account',
  ticketId: 'ticketEntry',
  category: 'ticket',
  body: 'document',
  chunks: 'recording',
  documentId: 'assignment',
};

/** The pieces that a recording, an entry of a ticket or the body of an image names. */
const namedPieces = (input: Readonly<Record<string, unknown>>): readonly string[] => {
  const named = input['pieces'] ?? ((input['body'] ?? input) as typeof input)['chunks'] ?? [];
  return (named as readonly { readonly sha256: string }[]).map(({ sha256 }) => sha256);
};

export const createFakeWorkspaceServer = (): FakeWorkspaceServer => {
  const rows = new Map<string, Row>();
  const done = new Map<string, Submission>();
  const log: string[] = [];
  const pieces = new Map<string, Uint8Array<ArrayBuffer>>();
  const calls: string[] = [];
  const limits = new Map<string, number>();
  const gates = createFakeGates<string>();
  let setAnswer: Awaited<ReturnType<WorkspaceServer['history']>> | undefined;
  let era = 0;
  /** The number of log entries that `changes` lists. */
  let listed = Number.POSITIVE_INFINITY;
  const fleet = new Map<FleetMetric, FleetStat>();
  let trend: readonly ServerTrendPoint[] = [];
  let drift: FakeDrift = { targets: 0, same: 0, differs: 0, unknown: 0, ids: [] };
  let endOf = (_call: string): CallEnd => 'answered';
  let failure: WorkspaceFault['kind'] | undefined;
  const refusals = new Map<string, FakeRefusal>();

  const rowOf = (id: string): ServerRow => {
    const row = rows.get(id);
    const values = row?.values ?? {};
    const field = Object.keys(KINDS).find((name) => values[name] !== undefined);
    return {
      kind: KINDS[field ?? ''] ?? 'asset',
      id,
      row: row && { ...row.values, id, version: row.version },
    };
  };

  const applyReport = (submission: Submission): Outcome => {
    const { id, input } = submission;
    const assetId = String(input['assetId']);
    const row = rows.get(assetId);
    if (row === undefined) return { id, status: 'refused', code: 'NOT_FOUND', field: 'assetId' };
    const { name: schemaName, hash: schemaHash } = input['schema'] as Readonly<
      Record<string, unknown>
    >;
    const { at: readAt, values, firmware } = input;
    const parameters = { at: readAt, schemaName, schemaHash, values, firmware };
    rows.set(assetId, { ...row, values: { ...row.values, parameters } });
    done.set(id, submission);
    log.push(assetId);
    return { id, status: 'applied', version: row.version };
  };

  /** The values that the server adds to those of a change. */
  const addedBy = ({ kind, at }: Submission): Readonly<Record<string, unknown>> => {
    const time = new Date(at).toISOString();
    if (kind === 'addTicketEntry') {
      return { at: time, receivedAt: time, authorName: 'Technician', pieces: [] };
    }
    if (kind !== 'openTicket') return {};
    const tickets = [...rows.values()].filter(({ values }) => values['category'] !== undefined);
    return {
      number: 1_001 + tickets.length,
      state: 'OPEN',
      openedAt: time,
      openedById: 'technician',
      openedByName: 'Technician',
    };
  };

  const apply = (submission: Submission): Outcome => {
    const { id, base, input } = submission;
    const target = typeof input['id'] === 'string' ? input['id'] : '';
    if (done.has(id)) return { id, status: 'applied' };
    if (input['refused'] === true) return { id, status: 'refused', code: 'INVALID', field: 'x' };
    const refusal = refusals.get(submission.kind);
    if (refusal !== undefined) return { id, status: 'refused', ...refusal };
    const missing = namedPieces(input).filter((sha256) => !pieces.has(sha256));
    if (missing.length > 0) return { id, status: 'later', missing };
    if (submission.kind === 'reportWrite') return applyReport(submission);
    const row = rows.get(target);
    // A snapshot needs no base version, as on the real server.
    const isSnapshot = Object.keys(input).every((key) => key === 'id' || key === 'snapshot');
    if (row !== undefined && row.version !== base && !isSnapshot) {
      const { version } = row;
      return { id, status: 'conflict', code: 'VERSION', version, current: rowOf(target).row };
    }
    const version = (row?.version ?? 0) + 1;
    rows.set(target, { version, values: { ...row?.values, ...addedBy(submission), ...input } });
    done.set(id, submission);
    log.push(target);
    return { id, status: 'applied', version };
  };

  const call = async <T>(
    name: string,
    work: () => Result<T, WorkspaceFault>,
  ): Promise<Result<T, WorkspaceFault>> => {
    calls.push(name);
    await gates.pass(name);
    if (failure !== undefined) return err({ kind: failure, message: failure });
    const end = endOf(name);
    const lost = err({ kind: 'unreachable' as const, message: 'lost' });
    if (end === 'lostBefore') return lost;
    const result = work();
    await Promise.resolve();
    return end === 'lostAfter' ? lost : result;
  };

  const at = (cursor: string): Result<number, WorkspaceFault> => {
    const [of, place] = cursor.split('/');
    return of === String(era)
      ? ok(Number(place))
      : err({ kind: 'refused', message: 'BAD_ARGUMENT' });
  };

  const page = (ids: readonly string[], from: number) => ({
    rows: ids.slice(from, from + PAGE).map(rowOf),
    cursor: `${era}/${Math.min(from + PAGE, ids.length)}`,
    hasNext: from + PAGE < ids.length,
  });

  const idsOf = (kind: string): readonly string[] =>
    [...rows.keys()].toSorted().filter((id) => rowOf(id).kind === kind);

  return {
    submit: (_token, batch) =>
      call('submit', () =>
        batch.some(({ input }) => input['malformed'] === true)
          ? err({ kind: 'refused', message: 'Bad input' })
          : ok(batch.map(apply)),
      ),
    begin: () => call('begin', () => ok(`${era}/${log.length}`)),
    copy: (_token, cursor) =>
      call('copy', () => {
        const from = cursor === undefined ? ok(0) : at(cursor);
        if (!from.ok) return from;
        const leftOut = [...limits].flatMap(([kind, most]) => idsOf(kind).slice(most));
        const ids = [...rows.keys()].toSorted().filter((id) => !leftOut.includes(id));
        const value = page(ids, from.value);
        const [left] = leftOut;
        if (value.hasNext || left === undefined) return ok(value);
        const { kind } = rowOf(left);
        return ok({ ...value, rest: { kind, cursor: `${era}/${limits.get(kind)}/${kind}` } });
      }),
    more: (_token, cursor) =>
      call('more', () => {
        const from = at(cursor);
        if (!from.ok) return from;
        const [, , kind = ''] = cursor.split('/');
        const value = page(idsOf(kind), from.value);
        return ok({ ...value, cursor: `${value.cursor}/${kind}` });
      }),
    changes: (_token, cursor) =>
      call('changes', () => {
        const from = at(cursor);
        return from.ok ? ok(page(log.slice(0, listed), from.value)) : from;
      }),
    history: (_token, { kind, id }) =>
      call('history', () => {
        if (setAnswer !== undefined) return setAnswer;
        const field = { asset: 'assetId', account: 'subjectId', ticket: 'ticketId' }[kind];
        const found = [...rows.keys()].map(rowOf).filter(({ row }) => row?.[field] === id);
        return ok({ rows: found, cut: [] });
      }),
    putPiece: (_token, sha256, bytes) =>
      call('putPiece', () => {
        pieces.set(sha256, bytes);
        return ok(undefined);
      }),
    getPiece: (_token, sha256) =>
      call('getPiece', () => {
        const bytes = pieces.get(sha256);
        return bytes === undefined ? err({ kind: 'refused', message: 'Not Found' }) : ok(bytes);
      }),
    pieces,
    setFleet: (metric, stat, points) => {
      fleet.set(metric, stat);
      trend = points;
    },
    fleet: (_token, metric, filter) =>
      call(`fleet ${JSON.stringify(filter)}`, () =>
        ok(fleet.get(metric) ?? { n: 0, p5: null, p50: null, p95: null, at: 0, worst: [] }),
      ),
    trend: () => call('trend', () => ok(trend)),
    setDrift: (next) => {
      drift = next;
    },
    present: (_token, wanted) =>
      call('present', () => ok([...rows.keys()].map(rowOf).filter(({ kind }) => kind === wanted))),
    drift: () => call('drift', () => ok({ ...drift, rows: drift.ids.map(rowOf) })),
    changePassword: (_token, current, next) =>
      call('changePassword', (): Result<PasswordOutcome, WorkspaceFault> => {
        if (current !== 'secret')
          return ok({ kind: 'refused', code: 'WRONG_PASSWORD', reason: undefined });
        return next.length < 12
          ? ok({ kind: 'refused', code: 'WEAK', reason: 'It needs 12 characters.' })
          : ok({ kind: 'set', userName: 'technician' });
      }),
    acceptInvitation: ({ token, userName }) =>
      call('acceptInvitation', (): Result<PasswordOutcome, WorkspaceFault> => {
        if (token === 'valid' && userName !== 'taken') return ok({ kind: 'set', userName });
        const code = token === 'valid' ? 'NAME_TAKEN' : 'LINK_INVALID';
        return ok({ kind: 'refused', code, reason: undefined });
      }),
    decide: (next) => {
      endOf = next;
    },
    fail: (kind) => {
      failure = kind;
    },
    refuse: (kind, answer) => {
      if (answer === undefined) refusals.delete(kind);
      else refusals.set(kind, answer);
    },
    put: (id, values) => {
      if (values === undefined) rows.delete(id);
      else {
        const before = rows.get(id);
        rows.set(id, {
          version: (before?.version ?? 0) + 1,
          values: { ...before?.values, ...values },
        });
      }
      log.push(id);
    },
    change: (id, values) => {
      const { version = 1, values: before } = rows.get(id) ?? {};
      rows.set(id, { version, values: { ...before, ...values } });
    },
    rows: () => rows,
    applied: () => [...done.values()],
    calls: () => calls,
    hold: gates.hold,
    setHistory: (answer) => {
      setAnswer = answer;
    },
    limitCopies: (kind, most) => limits.set(kind, most),
    holdChanges: (isHeld) => {
      listed = isHeld ? log.length : Number.POSITIVE_INFINITY;
    },
    forgetCursors: () => {
      era += 1;
    },
  };
};
