import * as v from 'valibot';
import { OBJECT, type Schema } from '@batbot/core';
import type { Operation } from './operations.ts';
import type {
  ChangesQuery,
  ChangesQueryVariables,
  CopyAccountsQuery,
  CopyAccountsQueryVariables,
  CopyAssetsQuery,
  CopyAssetsQueryVariables,
  CopyAssignmentsQuery,
  CopyAssignmentsQueryVariables,
  CopyDocumentsQuery,
  CopyDocumentsQueryVariables,
  CopyEventsQuery,
  CopyEventsQueryVariables,
  CopyRecordingsQuery,
  CopyRecordingsQueryVariables,
  SubmitMutation,
  SubmitMutationVariables,
} from './operation-types.ts';

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
  }`;
const ACCOUNT = `
  id version userName email active hasPassword parentId depth flags effectiveFlags userLevel maxSubUsers subUserCount
  companyName clientId clientName phoneNumber permission profilePermission`;
const DOCUMENT = 'id version kind name state hash body createdAt ownerId';
const ASSIGNMENT = 'id version documentId assetId accountId mode state expiresAt createdAt';
const RECORDING = `
  id assetId startedAt durationS samples cells temperatures sealed schemaVersion chunks { kind seq sha256 }`;
const EVENT = `
  id at receivedAt actorId actorName topic kind subjectId assetId body ownerId formerOwnerId appVersion`;

export const SUBMIT: Operation<readonly Node[], SubmitMutationVariables> = {
  name: 'submit' satisfies keyof SubmitMutation,
  isRepeatable: true, // each item has an id
  fields: v.array(OBJECT),
  document: `
    mutation submit($batch: [Submission!]!, $app: String) {
      submit(batch: $batch, app: $app) { id status version code field current }
    }
  `,
};

export const CHANGES: Operation<Page, ChangesQueryVariables> = {
  name: 'changes' satisfies keyof ChangesQuery,
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
        }
      }
    }
  `,
};

export const COPY_ASSETS: Operation<Page, CopyAssetsQueryVariables> = {
  name: 'assets' satisfies keyof CopyAssetsQuery,
  isRepeatable: true,
  fields: PAGE,
  document: `
    query copyAssets($first: Int!, $after: String) {
      assets(sort: SEEN, first: $first, after: $after) { endCursor hasNext nodes { ${ASSET} } }
    }
  `,
};

export const COPY_ACCOUNTS: Operation<Page, CopyAccountsQueryVariables> = {
  name: 'accounts' satisfies keyof CopyAccountsQuery,
  isRepeatable: true,
  fields: PAGE,
  document: `
    query copyAccounts($first: Int!, $after: String) {
      accounts(first: $first, after: $after) { endCursor hasNext nodes { ${ACCOUNT} } }
    }
  `,
};

export const COPY_DOCUMENTS: Operation<Page, CopyDocumentsQueryVariables> = {
  name: 'documents' satisfies keyof CopyDocumentsQuery,
  isRepeatable: true,
  fields: PAGE,
  document: `
    query copyDocuments($kind: DocumentKind!, $first: Int!, $after: String) {
      documents(kind: $kind, first: $first, after: $after) { endCursor hasNext nodes { ${DOCUMENT} } }
    }
  `,
};

export const COPY_ASSIGNMENTS: Operation<Page, CopyAssignmentsQueryVariables> = {
  name: 'assignments' satisfies keyof CopyAssignmentsQuery,
  isRepeatable: true,
  fields: PAGE,
  document: `
    query copyAssignments($first: Int!, $after: String) {
      assignments(first: $first, after: $after) { endCursor hasNext nodes { ${ASSIGNMENT} } }
    }
  `,
};

export const COPY_RECORDINGS: Operation<Page, CopyRecordingsQueryVariables> = {
  name: 'recordings' satisfies keyof CopyRecordingsQuery,
  isRepeatable: true,
  fields: PAGE,
  document: `
    query copyRecordings($first: Int!, $after: String) {
      recordings(first: $first, after: $after) { endCursor hasNext nodes { ${RECORDING} } }
    }
  `,
};

export const COPY_EVENTS: Operation<Page, CopyEventsQueryVariables> = {
  name: 'events' satisfies keyof CopyEventsQuery,
  isRepeatable: true,
  fields: PAGE,
  document: `
    query copyEvents($first: Int!, $after: String) {
      events(first: $first, after: $after) { endCursor hasNext nodes { ${EVENT} } }
    }
  `,
};
