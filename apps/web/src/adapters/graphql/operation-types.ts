/**
 * The types of the calls, made from apps/server/schema.graphql and the documents in operations.ts by
 * `npm run codegen -w @batbot/web`. Not to be edited.
 */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/**
 * What a row or an event is about. Seen with one of the flags: ASSET battAccess; RECORDING battAccess, analytics;
 * PARAMETER_SCHEMA and PARAMETER_SET editConfig, uploadConfig, smartConfig, romeoConfig; IMPORT_MAPPING uploadCsv;
 * ACCOUNT and LEVEL_PRESET always.
 */
export type Topic =
  | 'ASSET'
  | 'RECORDING'
  | 'ACCOUNT'
  | 'LEVEL_PRESET'
  | 'PARAMETER_SCHEMA'
  | 'PARAMETER_SET'
  | 'IMPORT_MAPPING';

export type Submission = {
  /** UUIDv7 made by the client, once for each item: it makes the item and its event one thing, however often it is sent. */
  readonly id: string | number;
  /** The time of the change by the client's clock. The event has the server's time beside it. */
  readonly at: unknown;
  /** The `version` that the change was made on. Without one a change of an existing row's facts is a CONFLICT. */
  readonly base?: number | null | undefined;
  readonly change: Change;
};

/**
 * Exactly one. With the flags: putAsset and moveAsset battAccess; addRecording battAccess or analytics; documents and
 * assignments of parameters editConfig, uploadConfig, smartConfig or romeoConfig, IMPORT_MAPPING uploadCsv; accounts and
 * LEVEL_PRESET a `maxSubUsers` that is not 0.
 */
export type Change =
  {   readonly putAsset: AssetInput; readonly moveAsset?: never; readonly addRecording?: never; readonly publishDocument?: never; readonly retireDocument?: never; readonly assign?: never; readonly setAssignment?: never; readonly putAccount?: never; readonly setAccountActive?: never; readonly inviteAccount?: never; }
  |  { readonly putAsset?: never;   readonly moveAsset: MoveAssetInput; readonly addRecording?: never; readonly publishDocument?: never; readonly retireDocument?: never; readonly assign?: never; readonly setAssignment?: never; readonly putAccount?: never; readonly setAccountActive?: never; readonly inviteAccount?: never; }
  |  { readonly putAsset?: never; readonly moveAsset?: never;   readonly addRecording: RecordingInput; readonly publishDocument?: never; readonly retireDocument?: never; readonly assign?: never; readonly setAssignment?: never; readonly putAccount?: never; readonly setAccountActive?: never; readonly inviteAccount?: never; }
  |  { readonly putAsset?: never; readonly moveAsset?: never; readonly addRecording?: never;   readonly publishDocument: DocumentInput; readonly retireDocument?: never; readonly assign?: never; readonly setAssignment?: never; readonly putAccount?: never; readonly setAccountActive?: never; readonly inviteAccount?: never; }
  |  { readonly putAsset?: never; readonly moveAsset?: never; readonly addRecording?: never; readonly publishDocument?: never;   readonly retireDocument: RetireInput; readonly assign?: never; readonly setAssignment?: never; readonly putAccount?: never; readonly setAccountActive?: never; readonly inviteAccount?: never; }
  |  { readonly putAsset?: never; readonly moveAsset?: never; readonly addRecording?: never; readonly publishDocument?: never; readonly retireDocument?: never;   readonly assign: AssignInput; readonly setAssignment?: never; readonly putAccount?: never; readonly setAccountActive?: never; readonly inviteAccount?: never; }
  |  { readonly putAsset?: never; readonly moveAsset?: never; readonly addRecording?: never; readonly publishDocument?: never; readonly retireDocument?: never; readonly assign?: never;   readonly setAssignment: AssignmentStateInput; readonly putAccount?: never; readonly setAccountActive?: never; readonly inviteAccount?: never; }
  |  { readonly putAsset?: never; readonly moveAsset?: never; readonly addRecording?: never; readonly publishDocument?: never; readonly retireDocument?: never; readonly assign?: never; readonly setAssignment?: never;   readonly putAccount: AccountInput; readonly setAccountActive?: never; readonly inviteAccount?: never; }
  |  { readonly putAsset?: never; readonly moveAsset?: never; readonly addRecording?: never; readonly publishDocument?: never; readonly retireDocument?: never; readonly assign?: never; readonly setAssignment?: never; readonly putAccount?: never;   readonly setAccountActive: ActiveInput; readonly inviteAccount?: never; }
  |  { readonly putAsset?: never; readonly moveAsset?: never; readonly addRecording?: never; readonly publishDocument?: never; readonly retireDocument?: never; readonly assign?: never; readonly setAssignment?: never; readonly putAccount?: never; readonly setAccountActive?: never;   readonly inviteAccount: InviteInput; };

export type OutcomeStatus =
  | 'APPLIED'
  | 'DUPLICATE'
  | 'CONFLICT'
  | 'REFUSED'
  | 'LATER';

/**
 * Adds or changes an asset. What is left out stays as it is; null empties it, but not `kind`, `state`, `serial`, `place`
 * and `snapshot`. A new asset needs `serial`.
 * `snapshot` and `place` need no `base`: of two the later one by its own time stays, and the version does not change.
 */
export type AssetInput = {
  /** UUID made by the client. */
  readonly id: string | number;
  /** PACK in a new asset. */
  readonly kind?: AssetKind | null | undefined;
  /** INUSE in a new asset. */
  readonly state?: AssetState | null | undefined;
  readonly serial?: string | null | undefined;
  readonly maker?: string | null | undefined;
  readonly model?: string | null | undefined;
  readonly chemistry?: string | null | undefined;
  readonly cells?: number | null | undefined;
  readonly designCapacityAh?: number | null | undefined;
  /** YYYY-MM-DD */
  readonly builtOn?: string | null | undefined;
  readonly installedIn?: string | null | undefined;
  readonly firmware?: string | null | undefined;
  /** The owner of a new asset: the caller, without one. Later `moveAsset`. */
  readonly ownerId?: string | number | null | undefined;
  readonly place?: PlaceInput | null | undefined;
  readonly snapshot?: SnapshotInput | null | undefined;
  /** True: another asset with the same serial number is meant to exist. */
  readonly twin?: boolean | null | undefined;
};

export type AssetKind =
  | 'PACK'
  | 'OBD'
  | 'ROMEO';

export type AssetState =
  | 'INUSE'
  | 'STORED'
  | 'SCRAPPED';

/** An address, a position, or both. */
export type PlaceInput = {
  readonly at: unknown;
  /** Degrees. */
  readonly lat?: number | null | undefined;
  readonly lon?: number | null | undefined;
  readonly accuracyM?: number | null | undefined;
  readonly address?: string | null | undefined;
};

/** What the device showed at one time; null or left out: not known. */
export type SnapshotInput = {
  readonly at: unknown;
  readonly socPercent?: number | null | undefined;
  readonly sohPercent?: number | null | undefined;
  readonly packVoltageV?: number | null | undefined;
  readonly packCurrentA?: number | null | undefined;
  readonly highestTemperatureC?: number | null | undefined;
  readonly spreadMv?: number | null | undefined;
  /** Cells count from 1. */
  readonly worstCell?: number | null | undefined;
  readonly worstCellMohm?: number | null | undefined;
  readonly cycles?: number | null | undefined;
  /** The device's own names of its active faults. */
  readonly faults?: ReadonlyArray<string> | null | undefined;
};

/** Gives an asset to another account of the subtree. Its events and recordings until then stay with the owner of then. */
export type MoveAssetInput = {
  readonly id: string | number;
  readonly ownerId: string | number;
};

/** Pieces go up first, by PUT. A recording is never changed. */
export type RecordingInput = {
  /** UUID made by the client. */
  readonly id: string | number;
  readonly assetId: string | number;
  readonly startedAt: unknown;
  readonly durationS: number;
  readonly samples: number;
  readonly cells: number;
  readonly temperatures: number;
  /** At most 500. */
  readonly chunks: ReadonlyArray<ChunkInput>;
  readonly sealed: boolean;
  /** The version of the columns' layout, the client's own. */
  readonly schemaVersion: number;
};

export type ChunkInput = {
  readonly kind: string;
  readonly seq: number;
  readonly sha256: string;
};

/** Adds a document, or changes a draft. */
export type DocumentInput = {
  /** UUID made by the client. */
  readonly id: string | number;
  readonly kind: DocumentKind;
  readonly name: string;
  /** An object of at most 60 kB. A LEVEL_PRESET: {flags: [flag], maxSubUsers: number or null}. */
  readonly body: unknown;
  /** DRAFT or RELEASED. */
  readonly state: DocumentState;
};

export type DocumentKind =
  | 'LEVEL_PRESET'
  | 'PARAMETER_SCHEMA'
  | 'PARAMETER_SET'
  | 'IMPORT_MAPPING';

export type DocumentState =
  | 'DRAFT'
  | 'RELEASED'
  | 'RETIRED';

export type RetireInput = {
  readonly id: string | number;
};

/** A released document for one asset, or for an account and all below it. */
export type AssignInput = {
  /** UUID made by the client. */
  readonly id: string | number;
  readonly documentId: string | number;
  readonly assetId?: string | number | null | undefined;
  readonly accountId?: string | number | null | undefined;
  readonly mode: AssignmentMode;
  readonly expiresAt?: unknown;
};

export type AssignmentMode =
  | 'OFFERED'
  | 'REQUIRED';

export type AssignmentStateInput = {
  readonly id: string | number;
  readonly state: AssignmentState;
};

export type AssignmentState =
  | 'ACTIVE'
  | 'PAUSED'
  | 'DONE'
  | 'CANCELLED';

/**
 * Adds an account below `parentId`, or changes one strictly below the caller. What is left out stays. A new account needs
 * `userName` and `email` and has no password until `inviteAccount`.
 */
export type AccountInput = {
  /** UUID made by the client. */
  readonly id: string | number;
  /** The account right above a new one: the caller, without one. An account stays where it is. */
  readonly parentId?: string | number | null | undefined;
  readonly userName?: string | null | undefined;
  readonly email?: string | null | undefined;
  /** Names of permission flags, none that the account above lacks. */
  readonly flags?: ReadonlyArray<string> | null | undefined;
  readonly userLevel?: string | null | undefined;
  /** Accounts that may be below, at any depth: 0 in a new account, null: no limit. Never beyond that of the account above. */
  readonly maxSubUsers?: number | null | undefined;
  readonly companyName?: string | null | undefined;
  readonly clientId?: string | null | undefined;
  readonly clientName?: string | null | undefined;
  readonly phoneNumber?: string | null | undefined;
  readonly permission?: string | null | undefined;
  readonly profilePermission?: string | null | undefined;
};

/** Deactivating ends the sessions of the account and of all below it; none of them can sign in meanwhile. */
export type ActiveInput = {
  readonly id: string | number;
  readonly active: boolean;
};

/**
 * Allows the account to set a password once, within 7 days; an earlier invitation ends. The client makes a token of 32
 * random bytes, puts it into a link that it shows once, and sends only its hash.
 */
export type InviteInput = {
  readonly id: string | number;
  /** SHA-256 of the token's text, in lower-case hex. */
  readonly tokenHash: string;
};

export type LoginBotQueryVariables = Exact<{
  user: string;
  pass: string;
  softwareInfo: string;
  platform: string;
}>;


export type LoginBotQuery = { readonly loginBot: { readonly token: string, readonly profilePermission: string, readonly userid: string, readonly userName: string, readonly permission: string, readonly permissionJson: string, readonly companyName: string, readonly status: boolean, readonly creatorId: string | null, readonly subUserCount: number, readonly clientId: string | null, readonly clientName: string | null, readonly userLevel: string, readonly email: string, readonly phoneNumber: string } | null };

export type StoreFcmTokenBatBotWebMutationVariables = Exact<{
  token: string;
}>;


export type StoreFcmTokenBatBotWebMutation = { readonly storeFcmTokenBatBotWeb: { readonly state: boolean } | null };

export type GetUserDataQueryVariables = Exact<{
  userId: string;
  batbotWebVer: string;
}>;


export type GetUserDataQuery = { readonly getUserData: { readonly userName: string, readonly permission: string, readonly permissionJson: string, readonly status: boolean, readonly subUserCount: number, readonly creatorId: string | null, readonly companyName: string, readonly profilePermission: string, readonly clientId: string | null, readonly clientName: string | null, readonly userLevel: string, readonly email: string, readonly phoneNumber: string } | null };

export type GetPopOverContentQueryVariables = Exact<{
  userId: string;
}>;


export type GetPopOverContentQuery = { readonly getPopOverContent: { readonly popOverContent: string } | null };

export type EndSessionMutationVariables = Exact<{ [key: string]: never; }>;


export type EndSessionMutation = { readonly endSession: { readonly state: boolean } | null };

export type SubmitMutationVariables = Exact<{
  batch: ReadonlyArray<Submission> | Submission;
  app?: string | null | undefined;
}>;


export type SubmitMutation = { readonly submit: ReadonlyArray<{ readonly id: string, readonly status: OutcomeStatus, readonly version: number | null, readonly code: string | null, readonly field: string | null, readonly current: unknown }> };

export type ChangesQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type ChangesQuery = { readonly changes: { readonly endCursor: string, readonly hasNext: boolean, readonly nodes: ReadonlyArray<{ readonly event: { readonly id: string, readonly at: unknown, readonly receivedAt: unknown, readonly actorId: string, readonly actorName: string, readonly topic: Topic, readonly kind: string, readonly subjectId: string, readonly assetId: string | null, readonly body: unknown, readonly ownerId: string | null, readonly formerOwnerId: string | null, readonly appVersion: string | null }, readonly asset: { readonly id: string, readonly version: number, readonly kind: AssetKind, readonly state: AssetState, readonly serial: string, readonly maker: string | null, readonly model: string | null, readonly chemistry: string | null, readonly cells: number | null, readonly designCapacityAh: number | null, readonly builtOn: string | null, readonly installedIn: string | null, readonly firmware: string | null, readonly seenAt: unknown, readonly attention: number, readonly ownerId: string | null, readonly ownerName: string | null, readonly clientName: string | null, readonly place: { readonly at: unknown, readonly lat: number | null, readonly lon: number | null, readonly accuracyM: number | null, readonly address: string | null } | null, readonly snapshot: { readonly at: unknown, readonly socPercent: number | null, readonly sohPercent: number | null, readonly packVoltageV: number | null, readonly packCurrentA: number | null, readonly highestTemperatureC: number | null, readonly spreadMv: number | null, readonly worstCell: number | null, readonly worstCellMohm: number | null, readonly cycles: number | null, readonly faults: ReadonlyArray<string> | null } | null } | null, readonly document: { readonly id: string, readonly version: number, readonly kind: DocumentKind, readonly name: string, readonly state: DocumentState, readonly hash: string, readonly body: unknown, readonly createdAt: unknown, readonly ownerId: string | null } | null, readonly assignment: { readonly id: string, readonly version: number, readonly documentId: string, readonly assetId: string | null, readonly accountId: string | null, readonly mode: AssignmentMode, readonly state: AssignmentState, readonly expiresAt: unknown, readonly createdAt: unknown } | null, readonly recording: { readonly id: string, readonly assetId: string, readonly startedAt: unknown, readonly durationS: number, readonly samples: number, readonly cells: number, readonly temperatures: number, readonly sealed: boolean, readonly schemaVersion: number, readonly chunks: ReadonlyArray<{ readonly kind: string, readonly seq: number, readonly sha256: string }> } | null, readonly account: { readonly id: string, readonly version: number, readonly userName: string, readonly email: string, readonly active: boolean, readonly hasPassword: boolean, readonly parentId: string | null, readonly depth: number, readonly flags: ReadonlyArray<string>, readonly effectiveFlags: ReadonlyArray<string>, readonly userLevel: string, readonly maxSubUsers: number | null, readonly subUserCount: number, readonly companyName: string, readonly clientId: string | null, readonly clientName: string | null, readonly phoneNumber: string, readonly permission: string, readonly profilePermission: string } | null }> } };

export type CopyAssetsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type CopyAssetsQuery = { readonly assets: { readonly endCursor: string | null, readonly hasNext: boolean, readonly nodes: ReadonlyArray<{ readonly id: string, readonly version: number, readonly kind: AssetKind, readonly state: AssetState, readonly serial: string, readonly maker: string | null, readonly model: string | null, readonly chemistry: string | null, readonly cells: number | null, readonly designCapacityAh: number | null, readonly builtOn: string | null, readonly installedIn: string | null, readonly firmware: string | null, readonly seenAt: unknown, readonly attention: number, readonly ownerId: string | null, readonly ownerName: string | null, readonly clientName: string | null, readonly place: { readonly at: unknown, readonly lat: number | null, readonly lon: number | null, readonly accuracyM: number | null, readonly address: string | null } | null, readonly snapshot: { readonly at: unknown, readonly socPercent: number | null, readonly sohPercent: number | null, readonly packVoltageV: number | null, readonly packCurrentA: number | null, readonly highestTemperatureC: number | null, readonly spreadMv: number | null, readonly worstCell: number | null, readonly worstCellMohm: number | null, readonly cycles: number | null, readonly faults: ReadonlyArray<string> | null } | null }> } };

export type CopyAccountsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type CopyAccountsQuery = { readonly accounts: { readonly endCursor: string | null, readonly hasNext: boolean, readonly nodes: ReadonlyArray<{ readonly id: string, readonly version: number, readonly userName: string, readonly email: string, readonly active: boolean, readonly hasPassword: boolean, readonly parentId: string | null, readonly depth: number, readonly flags: ReadonlyArray<string>, readonly effectiveFlags: ReadonlyArray<string>, readonly userLevel: string, readonly maxSubUsers: number | null, readonly subUserCount: number, readonly companyName: string, readonly clientId: string | null, readonly clientName: string | null, readonly phoneNumber: string, readonly permission: string, readonly profilePermission: string }> } };

export type CopyDocumentsQueryVariables = Exact<{
  kind: DocumentKind;
  first: number;
  after?: string | null | undefined;
}>;


export type CopyDocumentsQuery = { readonly documents: { readonly endCursor: string | null, readonly hasNext: boolean, readonly nodes: ReadonlyArray<{ readonly id: string, readonly version: number, readonly kind: DocumentKind, readonly name: string, readonly state: DocumentState, readonly hash: string, readonly body: unknown, readonly createdAt: unknown, readonly ownerId: string | null }> } };

export type CopyAssignmentsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type CopyAssignmentsQuery = { readonly assignments: { readonly endCursor: string | null, readonly hasNext: boolean, readonly nodes: ReadonlyArray<{ readonly id: string, readonly version: number, readonly documentId: string, readonly assetId: string | null, readonly accountId: string | null, readonly mode: AssignmentMode, readonly state: AssignmentState, readonly expiresAt: unknown, readonly createdAt: unknown }> } };

export type CopyRecordingsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type CopyRecordingsQuery = { readonly recordings: { readonly endCursor: string | null, readonly hasNext: boolean, readonly nodes: ReadonlyArray<{ readonly id: string, readonly assetId: string, readonly startedAt: unknown, readonly durationS: number, readonly samples: number, readonly cells: number, readonly temperatures: number, readonly sealed: boolean, readonly schemaVersion: number, readonly chunks: ReadonlyArray<{ readonly kind: string, readonly seq: number, readonly sha256: string }> }> } };

export type CopyEventsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type CopyEventsQuery = { readonly events: { readonly endCursor: string | null, readonly hasNext: boolean, readonly nodes: ReadonlyArray<{ readonly id: string, readonly at: unknown, readonly receivedAt: unknown, readonly actorId: string, readonly actorName: string, readonly topic: Topic, readonly kind: string, readonly subjectId: string, readonly assetId: string | null, readonly body: unknown, readonly ownerId: string | null, readonly formerOwnerId: string | null, readonly appVersion: string | null }> } };

export type AssetEventsQueryVariables = Exact<{
  assetId: string | number;
  first: number;
  after?: string | null | undefined;
}>;


export type AssetEventsQuery = { readonly events: { readonly endCursor: string | null, readonly hasNext: boolean, readonly nodes: ReadonlyArray<{ readonly id: string, readonly at: unknown, readonly receivedAt: unknown, readonly actorId: string, readonly actorName: string, readonly topic: Topic, readonly kind: string, readonly subjectId: string, readonly assetId: string | null, readonly body: unknown, readonly ownerId: string | null, readonly formerOwnerId: string | null, readonly appVersion: string | null }> } };

export type AssetRecordingsQueryVariables = Exact<{
  assetId: string | number;
  first: number;
  after?: string | null | undefined;
}>;


export type AssetRecordingsQuery = { readonly recordings: { readonly endCursor: string | null, readonly hasNext: boolean, readonly nodes: ReadonlyArray<{ readonly id: string, readonly assetId: string, readonly startedAt: unknown, readonly durationS: number, readonly samples: number, readonly cells: number, readonly temperatures: number, readonly sealed: boolean, readonly schemaVersion: number, readonly chunks: ReadonlyArray<{ readonly kind: string, readonly seq: number, readonly sha256: string }> }> } };

export type CapabilitiesQueryVariables = Exact<{ [key: string]: never; }>;


export type CapabilitiesQuery = { readonly capabilities: { readonly blobUrl: string | null } };
