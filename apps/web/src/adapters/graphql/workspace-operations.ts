import * as v from 'valibot';
import { OBJECT, type Schema } from '@batbot/core';
import type { DriftCounts, FleetStat, ServerTrendPoint } from '@batbot/core/workspace';
import { operation } from './operations.ts';

type Node = Readonly<Record<string, unknown>>;

const PAGE = v.object({
  nodes: v.pipe(v.array(OBJECT), v.readonly()),
  endCursor: v.nullable(v.string()),
  hasNext: v.boolean(),
});
export type Page = Readonly<v.InferOutput<typeof PAGE>>;

const ASSET = `
  id version kind state serial maker model chemistry cells designCapacityAh builtOn installedIn firmware seenAt attention
  ownerId ownerName clientName
  place { at lat lon accuracyM address }
  snapshot {
    at socPercent sohPercent packVoltageV packCurrentA highestTemperatureC spreadMv worstCell worstCellMohm cycles faults
  }
  parameters { at schemaName schemaHash hash values firmware }`;
const ACCOUNT = `
  id version userName email active hasPassword parentId depth flags effectiveFlags userLevel maxSubUsers subUserCount
  packCount seenAt companyName clientId clientName phoneNumber permission profilePermission`;
const DOCUMENT = 'id version kind name state hash body createdAt ownerId authorId';
const ASSIGNMENT = `
  id version documentId assetId accountId mode state expiresAt createdAt filter { kind maker model firmware } reason
  stages stage mayChange pauseAfterStage stopAtFailedPercent progress { stage total targets done failed }`;
const RECORDING = `
  id assetId startedAt durationS samples cells temperatures sealed schemaVersion chunks { kind seq sha256 }`;
const TICKET = `
  id version number assetId serial clientName ownerId ownerName category audience title priority state assigneeId
  assigneeName dueAt openedById openedByName openedAt closedAt`;
const TICKET_ENTRY =
  'id ticketId kind at receivedAt authorId authorName body pieces { seq sha256 }';
const EVENT = `
  id at receivedAt actorId actorName topic kind subjectId assetId body ownerId formerOwnerId appVersion`;

export const SUBMIT = operation('mutation', 'submit', {
  isRepeatable: true, // each item has an id, so a retry is safe
  variables: { batch: '[SubmissionItem!]!', app: 'String' },
  fields: v.array(OBJECT),
  select: 'id status version code field current',
});

const PASSWORD_RESULT = {
  fields: v.object({
    state: v.boolean(),
    userName: v.nullable(v.string()),
    code: v.nullable(v.string()),
    reason: v.nullable(v.string()),
  }),
  select: 'state userName code reason',
};
export type PasswordResult = Readonly<v.InferOutput<(typeof PASSWORD_RESULT)['fields']>>;

export const CHANGE_PASSWORD = operation('mutation', 'changePassword', {
  ...PASSWORD_RESULT,
  variables: { current: 'String!', next: 'String!' },
});

export const ACCEPT_INVITATION = operation('mutation', 'acceptInvitation', {
  ...PASSWORD_RESULT,
  variables: { token: 'String!', password: 'String!', userName: 'String' },
});

export const CHANGES = operation('query', 'changes', {
  variables: { after: 'String' },
  fields: PAGE,
  select: `
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
    }`,
});

const NUMBER = v.nullable(v.number());
/** A time of the server, in ms since 1970. */
const TIME = v.pipe(
  v.string(),
  v.transform((text) => Date.parse(text)),
  v.number(),
);

const FLEET_STAT: Schema<FleetStat> = v.object({
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
});
export const FLEET = operation('query', 'fleet', {
  variables: { metric: 'FleetMetric!', filter: 'FleetFilter' },
  fields: FLEET_STAT,
  select: 'n p5 p50 p95 at worst { id serial model ownerName value worstCell }',
});

const TREND_POINT = {
  recordingId: v.string(),
  at: TIME,
  day: v.pipe(v.string(), v.isoDate()),
  samples: v.number(),
  seconds: v.number(),
  chargedAh: v.number(),
  dischargedAh: v.number(),
  lowestC: NUMBER,
  highestC: NUMBER,
  lowestSocPercent: NUMBER,
  highestSocPercent: NUMBER,
  cellSamples: v.number(),
  meanSpreadMv: NUMBER,
  highestSpreadMv: NUMBER,
  knownTemperatureS: v.number(),
  outsideS: v.number(),
  overlapS: v.number(),
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
};
const TREND_POINTS: Schema<readonly ServerTrendPoint[]> = v.array(v.object(TREND_POINT));
export const TREND = operation('query', 'trend', {
  variables: { assetId: 'ID!' },
  fields: TREND_POINTS,
  select: Object.keys(TREND_POINT).join(' '),
});

const DRIFT_RESULT: Schema<DriftCounts & { readonly nodes: readonly Node[] }> = v.object({
  targets: v.number(),
  same: v.number(),
  differs: v.number(),
  unknown: v.number(),
  nodes: v.array(OBJECT),
});
export const DRIFT = operation('query', 'drift', {
  variables: { documentId: 'ID!' },
  fields: DRIFT_RESULT,
  select: `targets same differs unknown nodes { ${ASSET} }`,
});

/** Variables and arguments that every list has. */
const PAGED = { first: 'Int!', after: 'String' } as const;
const PAGED_ARGS = 'first: $first, after: $after';

const pageOf = (fields: string): string => `endCursor hasNext nodes { ${fields} }`;

/** Creates the operation that reads a list page by page. */
const copyOf = (list: string, fields: string, args = PAGED_ARGS) =>
  operation('query', list, { variables: PAGED, args, fields: PAGE, select: pageOf(fields) });

export const COPY_ASSETS = copyOf('assets', ASSET, `sort: SEEN, ${PAGED_ARGS}`);
export const COPY_ACCOUNTS = copyOf('accounts', ACCOUNT);
export const COPY_DOCUMENTS = operation('query', 'documents', {
  variables: { kind: 'DocumentKind!', ...PAGED },
  fields: PAGE,
  select: pageOf(DOCUMENT),
});
export const COPY_ASSIGNMENTS = copyOf('assignments', ASSIGNMENT);
export const COPY_RECORDINGS = copyOf('recordings', RECORDING);
export const COPY_TICKETS = copyOf('tickets', TICKET);
export const COPY_TICKET_ENTRIES = copyOf('ticketEntries', TICKET_ENTRY);
export const COPY_EVENTS = copyOf('events', EVENT);

export const TICKET_ENTRIES = operation('query', 'ticketEntries', {
  variables: { ticketId: 'ID!', ...PAGED },
  fields: PAGE,
  select: pageOf(TICKET_ENTRY),
});
export const ASSET_EVENTS = operation('query', 'events', {
  variables: { assetId: 'ID!', ...PAGED },
  args: `filter: { assetId: $assetId }, ${PAGED_ARGS}`,
  fields: PAGE,
  select: pageOf(EVENT),
});
export const ACCOUNT_EVENTS = operation('query', 'events', {
  variables: { accountId: 'ID!', ...PAGED },
  args: `filter: { subjectId: $accountId, topics: [ACCOUNT] }, ${PAGED_ARGS}`,
  fields: PAGE,
  select: pageOf(EVENT),
});
export const ASSET_RECORDINGS = operation('query', 'recordings', {
  variables: { assetId: 'ID!', ...PAGED },
  fields: PAGE,
  select: pageOf(RECORDING),
});

/** The URL for pieces of recordings; null if the server stores no pieces. */
export const CAPABILITIES = operation('query', 'capabilities', {
  variables: {},
  fields: v.object({ blobUrl: v.nullable(v.string()) }),
  select: 'blobUrl',
});
