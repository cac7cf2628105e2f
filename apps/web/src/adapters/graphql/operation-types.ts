/**
 * The types of the calls, made from apps/server/schema.graphql and the documents in operations.ts by
 * `npm run codegen -w @batbot/web`. Not to be edited.
 */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/**
 * The subject of a row or an event. A caller with one of these flags can see it: RECORDING battAccess, analytics;
 * PARAMETER_SCHEMA, PARAMETER_SET and PARAMETER_WRITE editConfig, uploadConfig, smartConfig, romeoConfig; FIRMWARE_IMAGE
 * and FIRMWARE_INSTALL addFirmware, firmwareHistory, updateFirmware, pointFirmware; ASSET battAccess and all flags of
 * parameters and firmware; IMPORT_MAPPING uploadCsv; TICKET raiseServiceTicketForClient, service. ACCOUNT and LEVEL_PRESET
 * need no flag.
 */
export type Topic =
  | 'ASSET'
  | 'RECORDING'
  | 'ACCOUNT'
  | 'LEVEL_PRESET'
  | 'PARAMETER_SCHEMA'
  | 'PARAMETER_SET'
  | 'IMPORT_MAPPING'
  | 'FIRMWARE_IMAGE'
  | 'PARAMETER_WRITE'
  | 'FIRMWARE_INSTALL'
  | 'TICKET';

export type OutcomeStatus =
  | 'APPLIED'
  | 'DUPLICATE'
  | 'CONFLICT'
  | 'REFUSED'
  | 'LATER';

export type AssetKind =
  | 'PACK'
  | 'OBD'
  | 'ROMEO';

export type AssetState =
  | 'INUSE'
  | 'STORED'
  | 'SCRAPPED';

export type DocumentKind =
  | 'LEVEL_PRESET'
  | 'PARAMETER_SCHEMA'
  | 'PARAMETER_SET'
  | 'IMPORT_MAPPING'
  | 'FIRMWARE_IMAGE';

export type DocumentState =
  | 'DRAFT'
  | 'RELEASED'
  | 'RETIRED';

export type AssignmentMode =
  | 'OFFERED'
  | 'REQUIRED';

export type TicketAudience =
  | 'SERVICE'
  | 'CUSTOMER';

export type TicketEntryKind =
  | 'TEXT'
  | 'PHOTO'
  | 'CHECK'
  | 'RECORDING'
  | 'SEALED'
  | 'PART'
  | 'MINUTES'
  | 'SIGNATURE'
  | 'ATTACHMENTS';

export type TicketState =
  | 'OPEN'
  | 'ASSIGNED'
  | 'WORKING'
  | 'WAITING_PARTS'
  | 'WAITING_CLIENT'
  | 'SOLVED'
  | 'CLOSED';

export type AssignmentState =
  | 'ACTIVE'
  | 'PAUSED'
  | 'DONE'
  | 'CANCELLED';

/**
 * WORST_CELL: the highest resistance of a cell, in percent above the median of the pack. REST_SPREAD: mV. SOH: measured
 * capacity in percent of the design. SOC_ERROR: percentage points without sign.
 */
export type FleetMetric =
  | 'WORST_CELL'
  | 'REST_SPREAD'
  | 'SOH'
  | 'SOC_ERROR';

export type FleetFilter = {
  readonly model?: string | null | undefined;
  /** Packs of which the newest analysed recording started at or after this time, and before the other one. */
  readonly from?: unknown;
  readonly to?: unknown;
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
  batch: ReadonlyArray<object> | object;
  app?: string | null | undefined;
}>;


export type SubmitMutation = { readonly submit: ReadonlyArray<{ readonly id: string, readonly status: OutcomeStatus, readonly version: number | null, readonly code: string | null, readonly field: string | null, readonly current: unknown }> };

export type ChangePasswordMutationVariables = Exact<{
  current: string;
  next: string;
}>;


export type ChangePasswordMutation = { readonly changePassword: { readonly state: boolean, readonly userName: string | null, readonly code: string | null, readonly reason: string | null } };

export type AcceptInvitationMutationVariables = Exact<{
  token: string;
  password: string;
  userName?: string | null | undefined;
}>;


export type AcceptInvitationMutation = { readonly acceptInvitation: { readonly state: boolean, readonly userName: string | null, readonly code: string | null, readonly reason: string | null } };

export type ChangesQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type ChangesQuery = { readonly changes: { readonly endCursor: string, readonly hasNext: boolean, readonly nodes: ReadonlyArray<{ readonly event: { readonly id: string, readonly at: unknown, readonly receivedAt: unknown, readonly actorId: string, readonly actorName: string, readonly topic: Topic, readonly kind: string, readonly subjectId: string, readonly assetId: string | null, readonly body: unknown, readonly ownerId: string | null, readonly formerOwnerId: string | null, readonly appVersion: string | null } | null, readonly asset: { readonly id: string, readonly version: number, readonly kind: AssetKind, readonly state: AssetState, readonly serial: string, readonly maker: string | null, readonly model: string | null, readonly chemistry: string | null, readonly cells: number | null, readonly designCapacityAh: number | null, readonly builtOn: string | null, readonly installedIn: string | null, readonly firmware: string | null, readonly seenAt: unknown, readonly attention: number, readonly ownerId: string | null, readonly ownerName: string | null, readonly clientName: string | null, readonly place: { readonly at: unknown, readonly lat: number | null, readonly lon: number | null, readonly accuracyM: number | null, readonly address: string | null } | null, readonly snapshot: { readonly at: unknown, readonly socPercent: number | null, readonly sohPercent: number | null, readonly packVoltageV: number | null, readonly packCurrentA: number | null, readonly highestTemperatureC: number | null, readonly spreadMv: number | null, readonly worstCell: number | null, readonly worstCellMohm: number | null, readonly cycles: number | null, readonly faults: ReadonlyArray<string> | null } | null, readonly parameters: { readonly at: unknown, readonly schemaName: string, readonly schemaHash: string, readonly hash: string, readonly values: unknown } | null } | null, readonly document: { readonly id: string, readonly version: number, readonly kind: DocumentKind, readonly name: string, readonly state: DocumentState, readonly hash: string, readonly body: unknown, readonly createdAt: unknown, readonly ownerId: string | null, readonly authorId: string | null } | null, readonly assignment: { readonly id: string, readonly version: number, readonly documentId: string, readonly assetId: string | null, readonly accountId: string | null, readonly mode: AssignmentMode, readonly state: AssignmentState, readonly expiresAt: unknown, readonly createdAt: unknown, readonly reason: string | null, readonly stages: ReadonlyArray<number>, readonly stage: number, readonly pauseAfterStage: boolean, readonly stopAtFailedPercent: number | null, readonly filter: { readonly kind: AssetKind | null, readonly maker: string | null, readonly model: string | null, readonly firmware: string | null } | null, readonly progress: { readonly stage: number, readonly total: number, readonly targets: number, readonly done: number, readonly failed: number } | null } | null, readonly recording: { readonly id: string, readonly assetId: string, readonly startedAt: unknown, readonly durationS: number, readonly samples: number, readonly cells: number, readonly temperatures: number, readonly sealed: boolean, readonly schemaVersion: number, readonly chunks: ReadonlyArray<{ readonly kind: string, readonly seq: number, readonly sha256: string }> } | null, readonly account: { readonly id: string, readonly version: number, readonly userName: string, readonly email: string, readonly active: boolean, readonly hasPassword: boolean, readonly parentId: string | null, readonly depth: number, readonly flags: ReadonlyArray<string>, readonly effectiveFlags: ReadonlyArray<string>, readonly userLevel: string, readonly maxSubUsers: number | null, readonly subUserCount: number, readonly packCount: number | null, readonly seenAt: unknown, readonly companyName: string, readonly clientId: string | null, readonly clientName: string | null, readonly phoneNumber: string, readonly permission: string, readonly profilePermission: string } | null, readonly ticket: { readonly id: string, readonly version: number, readonly number: number, readonly assetId: string | null, readonly serial: string | null, readonly clientName: string | null, readonly ownerId: string | null, readonly ownerName: string | null, readonly category: string, readonly audience: TicketAudience, readonly title: string, readonly priority: number, readonly state: TicketState, readonly assigneeId: string | null, readonly assigneeName: string | null, readonly dueAt: unknown, readonly openedById: string | null, readonly openedByName: string | null, readonly openedAt: unknown, readonly closedAt: unknown } | null, readonly ticketEntry: { readonly id: string, readonly ticketId: string, readonly kind: TicketEntryKind, readonly at: unknown, readonly receivedAt: unknown, readonly authorId: string | null, readonly authorName: string | null, readonly body: unknown, readonly pieces: ReadonlyArray<{ readonly seq: number, readonly sha256: string }> } | null }> } };

export type FleetQueryVariables = Exact<{
  metric: FleetMetric;
  filter?: FleetFilter | null | undefined;
}>;


export type FleetQuery = { readonly fleet: { readonly n: number, readonly p5: number | null, readonly p50: number | null, readonly p95: number | null, readonly at: unknown, readonly worst: ReadonlyArray<{ readonly id: string, readonly serial: string, readonly model: string | null, readonly ownerName: string | null, readonly value: number, readonly worstCell: number | null }> } };

export type TrendQueryVariables = Exact<{
  assetId: string | number;
}>;


export type TrendQuery = { readonly trend: ReadonlyArray<{ readonly at: unknown, readonly steps: number | null, readonly celsius: number | null, readonly medianMilliOhm: number | null, readonly worstMilliOhm: number | null, readonly worstCell: number | null, readonly worstCellPercent: number | null, readonly restSpreadMv: number | null, readonly capacityAh: number | null, readonly sohPercent: number | null, readonly socErrorPoints: number | null }> };

export type DriftQueryVariables = Exact<{
  documentId: string | number;
}>;


export type DriftQuery = { readonly drift: { readonly targets: number, readonly same: number, readonly differs: number, readonly unknown: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly version: number, readonly kind: AssetKind, readonly state: AssetState, readonly serial: string, readonly maker: string | null, readonly model: string | null, readonly chemistry: string | null, readonly cells: number | null, readonly designCapacityAh: number | null, readonly builtOn: string | null, readonly installedIn: string | null, readonly firmware: string | null, readonly seenAt: unknown, readonly attention: number, readonly ownerId: string | null, readonly ownerName: string | null, readonly clientName: string | null, readonly place: { readonly at: unknown, readonly lat: number | null, readonly lon: number | null, readonly accuracyM: number | null, readonly address: string | null } | null, readonly snapshot: { readonly at: unknown, readonly socPercent: number | null, readonly sohPercent: number | null, readonly packVoltageV: number | null, readonly packCurrentA: number | null, readonly highestTemperatureC: number | null, readonly spreadMv: number | null, readonly worstCell: number | null, readonly worstCellMohm: number | null, readonly cycles: number | null, readonly faults: ReadonlyArray<string> | null } | null, readonly parameters: { readonly at: unknown, readonly schemaName: string, readonly schemaHash: string, readonly hash: string, readonly values: unknown } | null }> } };

export type CopyAssetsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type CopyAssetsQuery = { readonly assets: { readonly endCursor: string | null, readonly hasNext: boolean, readonly nodes: ReadonlyArray<{ readonly id: string, readonly version: number, readonly kind: AssetKind, readonly state: AssetState, readonly serial: string, readonly maker: string | null, readonly model: string | null, readonly chemistry: string | null, readonly cells: number | null, readonly designCapacityAh: number | null, readonly builtOn: string | null, readonly installedIn: string | null, readonly firmware: string | null, readonly seenAt: unknown, readonly attention: number, readonly ownerId: string | null, readonly ownerName: string | null, readonly clientName: string | null, readonly place: { readonly at: unknown, readonly lat: number | null, readonly lon: number | null, readonly accuracyM: number | null, readonly address: string | null } | null, readonly snapshot: { readonly at: unknown, readonly socPercent: number | null, readonly sohPercent: number | null, readonly packVoltageV: number | null, readonly packCurrentA: number | null, readonly highestTemperatureC: number | null, readonly spreadMv: number | null, readonly worstCell: number | null, readonly worstCellMohm: number | null, readonly cycles: number | null, readonly faults: ReadonlyArray<string> | null } | null, readonly parameters: { readonly at: unknown, readonly schemaName: string, readonly schemaHash: string, readonly hash: string, readonly values: unknown } | null }> } };

export type CopyAccountsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type CopyAccountsQuery = { readonly accounts: { readonly endCursor: string | null, readonly hasNext: boolean, readonly nodes: ReadonlyArray<{ readonly id: string, readonly version: number, readonly userName: string, readonly email: string, readonly active: boolean, readonly hasPassword: boolean, readonly parentId: string | null, readonly depth: number, readonly flags: ReadonlyArray<string>, readonly effectiveFlags: ReadonlyArray<string>, readonly userLevel: string, readonly maxSubUsers: number | null, readonly subUserCount: number, readonly packCount: number | null, readonly seenAt: unknown, readonly companyName: string, readonly clientId: string | null, readonly clientName: string | null, readonly phoneNumber: string, readonly permission: string, readonly profilePermission: string }> } };

export type CopyDocumentsQueryVariables = Exact<{
  kind: DocumentKind;
  first: number;
  after?: string | null | undefined;
}>;


export type CopyDocumentsQuery = { readonly documents: { readonly endCursor: string | null, readonly hasNext: boolean, readonly nodes: ReadonlyArray<{ readonly id: string, readonly version: number, readonly kind: DocumentKind, readonly name: string, readonly state: DocumentState, readonly hash: string, readonly body: unknown, readonly createdAt: unknown, readonly ownerId: string | null, readonly authorId: string | null }> } };

export type CopyAssignmentsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type CopyAssignmentsQuery = { readonly assignments: { readonly endCursor: string | null, readonly hasNext: boolean, readonly nodes: ReadonlyArray<{ readonly id: string, readonly version: number, readonly documentId: string, readonly assetId: string | null, readonly accountId: string | null, readonly mode: AssignmentMode, readonly state: AssignmentState, readonly expiresAt: unknown, readonly createdAt: unknown, readonly reason: string | null, readonly stages: ReadonlyArray<number>, readonly stage: number, readonly pauseAfterStage: boolean, readonly stopAtFailedPercent: number | null, readonly filter: { readonly kind: AssetKind | null, readonly maker: string | null, readonly model: string | null, readonly firmware: string | null } | null, readonly progress: { readonly stage: number, readonly total: number, readonly targets: number, readonly done: number, readonly failed: number } | null }> } };

export type CopyRecordingsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type CopyRecordingsQuery = { readonly recordings: { readonly endCursor: string | null, readonly hasNext: boolean, readonly nodes: ReadonlyArray<{ readonly id: string, readonly assetId: string, readonly startedAt: unknown, readonly durationS: number, readonly samples: number, readonly cells: number, readonly temperatures: number, readonly sealed: boolean, readonly schemaVersion: number, readonly chunks: ReadonlyArray<{ readonly kind: string, readonly seq: number, readonly sha256: string }> }> } };

export type CopyTicketsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type CopyTicketsQuery = { readonly tickets: { readonly endCursor: string | null, readonly hasNext: boolean, readonly nodes: ReadonlyArray<{ readonly id: string, readonly version: number, readonly number: number, readonly assetId: string | null, readonly serial: string | null, readonly clientName: string | null, readonly ownerId: string | null, readonly ownerName: string | null, readonly category: string, readonly audience: TicketAudience, readonly title: string, readonly priority: number, readonly state: TicketState, readonly assigneeId: string | null, readonly assigneeName: string | null, readonly dueAt: unknown, readonly openedById: string | null, readonly openedByName: string | null, readonly openedAt: unknown, readonly closedAt: unknown }> } };

export type CopyTicketEntriesQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type CopyTicketEntriesQuery = { readonly ticketEntries: { readonly endCursor: string | null, readonly hasNext: boolean, readonly nodes: ReadonlyArray<{ readonly id: string, readonly ticketId: string, readonly kind: TicketEntryKind, readonly at: unknown, readonly receivedAt: unknown, readonly authorId: string | null, readonly authorName: string | null, readonly body: unknown, readonly pieces: ReadonlyArray<{ readonly seq: number, readonly sha256: string }> }> } };

export type TicketEntriesQueryVariables = Exact<{
  ticketId: string | number;
  first: number;
  after?: string | null | undefined;
}>;


export type TicketEntriesQuery = { readonly ticketEntries: { readonly endCursor: string | null, readonly hasNext: boolean, readonly nodes: ReadonlyArray<{ readonly id: string, readonly ticketId: string, readonly kind: TicketEntryKind, readonly at: unknown, readonly receivedAt: unknown, readonly authorId: string | null, readonly authorName: string | null, readonly body: unknown, readonly pieces: ReadonlyArray<{ readonly seq: number, readonly sha256: string }> }> } };

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

export type AccountEventsQueryVariables = Exact<{
  accountId: string | number;
  first: number;
  after?: string | null | undefined;
}>;


export type AccountEventsQuery = { readonly events: { readonly endCursor: string | null, readonly hasNext: boolean, readonly nodes: ReadonlyArray<{ readonly id: string, readonly at: unknown, readonly receivedAt: unknown, readonly actorId: string, readonly actorName: string, readonly topic: Topic, readonly kind: string, readonly subjectId: string, readonly assetId: string | null, readonly body: unknown, readonly ownerId: string | null, readonly formerOwnerId: string | null, readonly appVersion: string | null }> } };

export type AssetRecordingsQueryVariables = Exact<{
  assetId: string | number;
  first: number;
  after?: string | null | undefined;
}>;


export type AssetRecordingsQuery = { readonly recordings: { readonly endCursor: string | null, readonly hasNext: boolean, readonly nodes: ReadonlyArray<{ readonly id: string, readonly assetId: string, readonly startedAt: unknown, readonly durationS: number, readonly samples: number, readonly cells: number, readonly temperatures: number, readonly sealed: boolean, readonly schemaVersion: number, readonly chunks: ReadonlyArray<{ readonly kind: string, readonly seq: number, readonly sha256: string }> }> } };

export type CapabilitiesQueryVariables = Exact<{ [key: string]: never; }>;


export type CapabilitiesQuery = { readonly capabilities: { readonly blobUrl: string | null } };
