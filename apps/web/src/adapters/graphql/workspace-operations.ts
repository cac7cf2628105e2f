import * as v from 'valibot';
import { OBJECT, type Schema } from '@batbot/core';
import type { DriftCounts, FleetStat, ServerTrendPoint } from '@batbot/core/workspace';
import type { Operation } from './operations.ts';
import type * as Api from './operation-types.ts';

type Node = Readonly<Record<string, unknown>>;

export interface Page {
  readonly nodes: readonly Node[];
  readonly endCursor: string | null;
  readonly hasNext: boolean;
}

const PAGE: Schema<Page> = v.object({
  nodes: v.array(OBJECT),
  endCursor: v.nullable(v.string()),
  hasNext: v.boolean(),
});

const ASSET = `
  id version kind state serial maker model chemistry cells designCapacityAh builtOn installedIn firmware seenAt attention
  ownerId ownerName clientName
  place { at lat lon accuracyM address }
  snapshot {
    at socPercent sohPercent packVoltageV packCurrentA highestTemperatureC spreadMv worstCell worstCellMohm cycles faults
  }
  parameters { at schemaName schemaHash hash values }`;
const ACCOUNT = `
  id version userName email active hasPassword parentId depth flags effectiveFlags userLevel maxSubUsers subUserCount
  packCount seenAt companyName clientId clientName phoneNumber permission profilePermission`;
const DOCUMENT = 'id version kind name state hash body createdAt ownerId authorId';
const ASSIGNMENT = `
  id version documentId assetId accountId mode state expiresAt createdAt filter { kind maker model firmware } reason
  stages stage pauseAfterStage stopAtFailedPercent progress { stage total targets done failed }`;
const RECORDING = `
  id assetId startedAt durationS samples cells temperatures sealed schemaVersion chunks { kind seq sha256 }`;
const TICKET = `
  id version number assetId serial clientName ownerId ownerName category audience title priority state assigneeId
  assigneeName dueAt openedById openedByName openedAt closedAt`;
const TICKET_ENTRY =
  'id ticketId kind at receivedAt authorId authorName body pieces { seq sha256 }';
const EVENT = `
  id at receivedAt actorId actorName topic kind subjectId assetId body ownerId formerOwnerId appVersion`;

export const SUBMIT: Operation<readonly Node[], Api.SubmitMutationVariables> = {
  name: 'submit' satisfies keyof Api.SubmitMutation,
  isRepeatable: true, // each item has an id, so a retry is safe
  fields: v.array(OBJECT),
  document: `
    mutation submit($batch: [SubmissionItem!]!, $app: String) {
      submit(batch: $batch, app: $app) { id status version code field current }
    }
  `,
};

/** The result of a call that sets a password. */
const PASSWORD_RESULT = v.object({
  state: v.boolean(),
  userName: v.nullable(v.string()),
  code: v.nullable(v.string()),
  reason: v.nullable(v.string()),
});
export type PasswordResult = Readonly<v.InferOutput<typeof PASSWORD_RESULT>>;

export const CHANGE_PASSWORD: Operation<PasswordResult, Api.ChangePasswordMutationVariables> = {
  name: 'changePassword' satisfies keyof Api.ChangePasswordMutation,
  isRepeatable: false,
  fields: PASSWORD_RESULT,
  document: `
    mutation changePassword($current: String!, $next: String!) {
      changePassword(current: $current, next: $next) { state userName code reason }
    }
  `,
};

export const ACCEPT_INVITATION: Operation<PasswordResult, Api.AcceptInvitationMutationVariables> = {
  name: 'acceptInvitation' satisfies keyof Api.AcceptInvitationMutation,
  isRepeatable: false,
  fields: PASSWORD_RESULT,
  document: `
    mutation acceptInvitation($token: String!, $password: String!, $userName: String) {
      acceptInvitation(token: $token, password: $password, userName: $userName) { state userName code reason }
    }
  `,
};

export const CHANGES: Operation<Page, Api.ChangesQueryVariables> = {
  name: 'changes' satisfies keyof Api.ChangesQuery,
  isRepeatable: true,
  fields: PAGE,
  document: `
    query changes($after: String) {
      changes(after: $after) {
        endCursor
        hasNext
        nodes {
          event { ${EVENT} }
          asset { ${ASSET} }
          document { ${DOCUMENT} }
          assignment { ${ASSIGNMENT} }
          recording { ${RECORDING} }
          account { ${ACCOUNT} }
          ticket { ${TICKET} }
          ticketEntry { ${TICKET_ENTRY} }
        }
      }
    }
  `,
};

const NUMBER = v.nullable(v.number());
/** A time of the server, in ms since 1970. */
const TIME = v.pipe(
  v.string(),
  v.transform((text) => Date.parse(text)),
  v.number(),
);

export const FLEET: Operation<FleetStat, Api.FleetQueryVariables> = {
  name: 'fleet' satisfies keyof Api.FleetQuery,
  isRepeatable: true,
  fields: v.object({
    n: v.number(),
    p5: NUMBER,
    p50: NUMBER,
    p95: NUMBER,
    at: TIME,
    worst: v.array(
      v.object({
        id: v.string(),
        serial: v.string(),
        model: v.nullable(v.string()),
        ownerName: v.nullable(v.string()),
        value: v.number(),
        worstCell: NUMBER,
      }),
    ),
  }),
  document: `
    query fleet($metric: FleetMetric!, $filter: FleetFilter) {
      fleet(metric: $metric, filter: $filter) { n p5 p50 p95 at worst { id serial model ownerName value worstCell } }
    }
  `,
};

export const TREND: Operation<readonly ServerTrendPoint[], Api.TrendQueryVariables> = {
  name: 'trend' satisfies keyof Api.TrendQuery,
  isRepeatable: true,
  fields: v.array(
    v.object({
      at: TIME,
      steps: NUMBER,
      celsius: NUMBER,
      medianMilliOhm: NUMBER,
      worstMilliOhm: NUMBER,
      worstCell: NUMBER,
      worstCellPercent: NUMBER,
      restSpreadMv: NUMBER,
      capacityAh: NUMBER,
      sohPercent: NUMBER,
      socErrorPoints: NUMBER,
    }),
  ),
  document: `
    query trend($assetId: ID!) {
      trend(assetId: $assetId) {
        at steps celsius medianMilliOhm worstMilliOhm worstCell worstCellPercent restSpreadMv capacityAh
        sohPercent socErrorPoints
      }
    }
  `,
};

export const DRIFT: Operation<
  DriftCounts & { readonly nodes: readonly Node[] },
  Api.DriftQueryVariables
> = {
  name: 'drift' satisfies keyof Api.DriftQuery,
  isRepeatable: true,
  fields: v.object({
    targets: v.number(),
    same: v.number(),
    differs: v.number(),
    unknown: v.number(),
    nodes: v.array(OBJECT),
  }),
  document: `
    query drift($documentId: ID!) {
      drift(documentId: $documentId) { targets same differs unknown nodes { ${ASSET} } }
    }
  `,
};

/** The root fields of the results, as declared in the schema. */
type ListName = keyof (Api.CopyAssetsQuery &
  Api.AssetEventsQuery &
  Api.AssetRecordingsQuery &
  Api.AccountEventsQuery &
  Api.CopyAccountsQuery &
  Api.CopyDocumentsQuery &
  Api.CopyAssignmentsQuery &
  Api.CopyRecordingsQuery &
  Api.CopyTicketsQuery &
  Api.CopyTicketEntriesQuery &
  Api.TicketEntriesQuery &
  Api.CopyEventsQuery);

/**
 * Creates the operation that reads a list page by page: all lists have the variables of the assets. `variable` and
 * `value` are its additional arguments.
 */
const copyOf = <Variables extends object = Api.CopyAssetsQueryVariables>(
  query: string,
  list: ListName,
  fields: string,
  { variable = '', value = '' }: { readonly variable?: string; readonly value?: string } = {},
): Operation<Page, Variables> => ({
  name: list,
  isRepeatable: true,
  fields: PAGE,
  document: `
    query ${query}(${variable}$first: Int!, $after: String) {
      ${list}(${value}first: $first, after: $after) { endCursor hasNext nodes { ${fields} } }
    }
  `,
});

export const COPY_ASSETS = copyOf('copyAssets', 'assets', ASSET, { value: 'sort: SEEN, ' });
export const COPY_ACCOUNTS = copyOf('copyAccounts', 'accounts', ACCOUNT);
export const COPY_DOCUMENTS = copyOf<Api.CopyDocumentsQueryVariables>(
  'copyDocuments',
  'documents',
  DOCUMENT,
  { variable: '$kind: DocumentKind!, ', value: 'kind: $kind, ' },
);
export const COPY_ASSIGNMENTS = copyOf('copyAssignments', 'assignments', ASSIGNMENT);
export const COPY_RECORDINGS = copyOf('copyRecordings', 'recordings', RECORDING);
export const COPY_TICKETS = copyOf('copyTickets', 'tickets', TICKET);
export const COPY_TICKET_ENTRIES = copyOf('copyTicketEntries', 'ticketEntries', TICKET_ENTRY);
export const TICKET_ENTRIES = copyOf<Api.TicketEntriesQueryVariables>(
  'ticketEntries',
  'ticketEntries',
  TICKET_ENTRY,
  { variable: '$ticketId: ID!, ', value: 'ticketId: $ticketId, ' },
);
export const COPY_EVENTS = copyOf('copyEvents', 'events', EVENT);

/** Arguments that select the newest rows of one asset. */
const ofAsset = { variable: '$assetId: ID!, ', value: 'filter: { assetId: $assetId }, ' };
export const ASSET_EVENTS = copyOf<Api.AssetEventsQueryVariables>(
  'assetEvents',
  'events',
  EVENT,
  ofAsset,
);
export const ACCOUNT_EVENTS = copyOf<Api.AccountEventsQueryVariables>(
  'accountEvents',
  'events',
  EVENT,
  {
    variable: '$accountId: ID!, ',
    value: 'filter: { subjectId: $accountId, topics: [ACCOUNT] }, ',
  },
);
export const ASSET_RECORDINGS = copyOf<Api.AssetRecordingsQueryVariables>(
  'assetRecordings',
  'recordings',
  RECORDING,
  { ...ofAsset, value: 'assetId: $assetId, ' },
);

/** The URL for pieces of recordings; null if the server stores no pieces. */
export const CAPABILITIES: Operation<
  { readonly blobUrl: string | null },
  Api.CapabilitiesQueryVariables
> = {
  name: 'capabilities' satisfies keyof Api.CapabilitiesQuery,
  isRepeatable: true,
  fields: v.object({ blobUrl: v.nullable(v.string()) }),
  document: 'query capabilities { capabilities { blobUrl } }',
};
