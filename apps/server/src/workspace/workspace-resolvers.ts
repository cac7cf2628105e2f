import { readFleet } from '../analysis/fleet.ts';
import { readTrend } from '../analysis/trend.ts';
import { badArgument, isNotPermitted, notPermitted, tooManyAttempts } from '../api/api-errors.ts';
import { createAuthenticateActive } from '../api/authenticate.ts';
import type { Caller } from '../api/caller.ts';
import type { ApiServices } from '../api/resolvers.ts';
import type { PasswordOutcome } from '../login/set-password.ts';
import { errorCode } from '../problem.ts';
import { createNotifier } from '../push/push-sender.ts';
import { type AccountFilter, listAccounts } from './lists/accounts.ts';
import { type AssetFilter, findAsset, findBySerial, listAssets } from './lists/assets.ts';
import { type AssignmentFilter, listAssignments } from './lists/assignments.ts';
import { listChanges } from './lists/changes.ts';
import { listDocuments } from './lists/documents.ts';
import { readDrift } from './lists/drift.ts';
import { type EventFilter, listEvents } from './lists/events.ts';
import { PAGE_SIZE, type PageArguments } from './lists/page.ts';
import { listRecordings } from './lists/recordings.ts';
import { listTicketEntries } from './lists/ticket-entries.ts';
import { findTicket, listTickets, type TicketFilter } from './lists/tickets.ts';
import {
  documentKinds,
  mayAssign,
  mayChange,
  maySee,
  type DocumentKind,
  type Topic,
  visibleTopics,
} from './rights.ts';
import { asAccount, type Scope } from './scope.ts';
import { BATCH_ITEMS, changeKinds, submit, type Submission } from './submit.ts';

const BATCH_BYTES = 400_000;
const DEPTH = 8;
const APP_LENGTH = 40;
const BUSY_RETRY_MS = 1_000;

type Resolver<Arguments> = (root: unknown, input: Arguments, caller: Caller) => Promise<unknown>;

/**
 * Returns the names of the changes that the actor's rights allow. Changes of documents need the right for at least one
 * kind.
 */
const allowedChanges = ({ actor }: Scope): readonly string[] =>
  Object.entries(changeKinds).flatMap(([name, { topic }]) => {
    const isAssignment = name === 'assign' || name === 'setAssignment';
    const may = isAssignment ? mayAssign : mayChange;
    const isAllowed =
      topic === undefined
        ? documentKinds.some((kind) => may(actor, kind))
        : mayChange(actor, topic);
    return isAllowed ? [name] : [];
  });

const toResult = (outcome: PasswordOutcome) => {
  if (outcome.kind === 'tooMany') throw tooManyAttempts(outcome.retryAfterMs);
  if (outcome.kind === 'busy') throw tooManyAttempts(BUSY_RETRY_MS);
  if (outcome.kind === 'set') return { state: true, userName: outcome.userName };
  return { state: false, code: outcome.code, reason: outcome.reason };
};

/** Returns the change that a submission made to an account, for the security log. */
const accountChangeOf = (item: unknown) => {
  // The item was applied, so it and its input have these shapes.
  const [[kind, input] = []] = Object.entries((item as Submission).change);
  const { id, active } = input as { readonly id: string; readonly active?: boolean };
  if (kind === 'putAccount') return { change: 'changed', userId: id } as const;
  if (kind === 'moveAccount') return { change: 'moved', userId: id } as const;
  if (kind === 'inviteAccount') return { change: 'invited', userId: id } as const;
  if (kind !== 'setAccountActive') return undefined;
  return { change: active === true ? 'activated' : 'deactivated', userId: id } as const;
};

/** Creates the resolvers of the workspace. Each reads and writes in the scope of the caller's account. */
export const createWorkspaceResolvers = (
  { database, sessions, report, passwordSetter, blobs, push }: ApiServices,
  warn: (line: string) => void,
) => {
  const authenticate = createAuthenticateActive({ sessions, report });
  const notify = createNotifier({ database, push, warn });

  const reportRefused = (userId: string, { address }: Caller): void => {
    report({ event: 'accessRefused', userId, address });
  };

  /**
   * Creates a resolver that reads for a caller who may see the topic. A value that PostgreSQL cannot parse is reported
   * as a bad argument.
   */
  const reader =
    <Arguments>(
      topicOf: Topic | ((input: Arguments) => Topic) | undefined,
      read: (scope: Scope, input: Arguments) => Promise<unknown>,
    ): Resolver<Arguments> =>
    async (_root, input, caller) => {
      const { id } = await authenticate(caller);
      const topic = typeof topicOf === 'function' ? topicOf(input) : topicOf;
      try {
        return await asAccount(database, id, (scope) => {
          if (topic !== undefined && !maySee(scope.actor, topic)) throw notPermitted();
          return read(scope, input);
        });
      } catch (error) {
        if (isNotPermitted(error)) reportRefused(id, caller);
        if (!/^22...$/.test(errorCode(error) ?? '')) throw error;
        throw badArgument('given', 'an id, date or cursor of this API');
      }
    };

  return {
    Query: {
      capabilities: reader(undefined, (scope) =>
        Promise.resolve({
          version: 1,
          features: [
            'ASSETS',
            'DOCUMENTS',
            'ASSIGNMENTS',
            'RECORDINGS',
            'EVENTS',
            'ACCOUNTS',
            'TICKETS',
            'ANALYSIS',
          ].filter(
            (feature) =>
              (feature !== 'RECORDINGS' && feature !== 'ANALYSIS') || blobs !== undefined,
          ),
          topics: visibleTopics(scope.actor),
          changes: allowedChanges(scope),
          blobUrl: blobs === undefined ? null : '/blobs',
          limits: {
            batchItems: BATCH_ITEMS,
            batchBytes: BATCH_BYTES,
            pageSize: PAGE_SIZE,
            blobBytes: blobs?.limits.pieceBytes ?? 0,
            accountBlobBytes: blobs?.limits.accountBytes ?? 0,
            depth: DEPTH,
          },
        }),
      ),
      assets: reader(
        'ASSET',
        (
          scope,
          input: PageArguments & { readonly filter?: AssetFilter | null; readonly sort: string },
        ) => listAssets(scope, input),
      ),
      asset: reader(
        'ASSET',
        async (
          scope,
          { id, serial }: { readonly id?: string | null; readonly serial?: string | null },
        ) => {
          if (id) return (await findAsset(scope, id)) ?? null;
          const found = await findBySerial(scope, serial ?? '');
          return found.length === 1 ? found[0] : null;
        },
      ),
      documents: reader(
        ({ kind }: { readonly kind: DocumentKind }) => kind,
        (scope, input: PageArguments & { readonly kind: DocumentKind }) =>
          listDocuments(scope, input),
      ),
      assignments: reader(
        undefined,
        (scope, input: PageArguments & { readonly filter?: AssignmentFilter | null }) =>
          listAssignments(scope, input),
      ),
      recordings: reader(
        'RECORDING',
        (scope, input: PageArguments & { readonly assetId?: string | null }) =>
          listRecordings(scope, input),
      ),
      events: reader(
        undefined,
        (scope, input: PageArguments & { readonly filter?: EventFilter | null }) =>
          listEvents(scope, input),
      ),
      accounts: reader(
        undefined,
        (
          scope,
          input: PageArguments & {
            readonly under?: string | null;
            readonly filter?: AccountFilter | null;
          },
        ) => listAccounts(scope, input),
      ),
      drift: reader('PARAMETER_SET', (scope, { documentId }: { readonly documentId: string }) =>
        readDrift(scope, documentId),
      ),
      tickets: reader(
        'TICKET',
        (scope, input: PageArguments & { readonly filter?: TicketFilter | null }) =>
          listTickets(scope, input),
      ),
      ticket: reader(
        'TICKET',
        async (scope, { id }: { readonly id: string }) => (await findTicket(scope, id)) ?? null,
      ),
      ticketEntries: reader(
        'TICKET',
        (scope, input: PageArguments & { readonly ticketId?: string | null }) =>
          listTicketEntries(scope, input),
      ),
      trend: reader('RECORDING', (scope, input: Parameters<typeof readTrend>[1]) =>
        readTrend(scope, input),
      ),
      fleet: reader('RECORDING', (scope, input: Parameters<typeof readFleet>[1]) =>
        readFleet(scope, input),
      ),
      changes: reader(undefined, (scope, input: PageArguments) => listChanges(scope, input)),
    },
    Mutation: {
      submit: async (
        _root: unknown,
        { batch, app }: { readonly batch: readonly unknown[]; readonly app?: string | null },
        caller: Caller,
      ) => {
        const { id } = await authenticate(caller);
        const name = app?.replaceAll(/\p{Cc}/gu, '').slice(0, APP_LENGTH) ?? null;
        const outcomes = await submit(database, id, { batch, app: name, warn, notify });
        const isRefused = outcomes.some(
          ({ code }) => code === 'NOT_PERMITTED' || code === 'OUT_OF_REACH',
        );
        if (isRefused) reportRefused(id, caller); // one event for the whole batch
        for (const [index, { status }] of outcomes.entries()) {
          const change = status === 'APPLIED' ? accountChangeOf(batch[index]) : undefined;
          if (change !== undefined) report({ event: 'accountChanged', ...change, byUserId: id });
        }
        return outcomes;
      },
      changePassword: async (
        _root: unknown,
        { current, next }: { readonly current: string; readonly next: string },
        caller: Caller,
      ) => {
        const account = await authenticate(caller);
        return toResult(
          await passwordSetter.change(account, { current, next, address: caller.address }),
        );
      },
      acceptInvitation: async (
        _root: unknown,
        asked: {
          readonly token: string;
          readonly password: string;
          readonly userName?: string | null;
        },
        { address }: Caller,
      ) => toResult(await passwordSetter.accept({ ...asked, address })),
    },
  };
};
