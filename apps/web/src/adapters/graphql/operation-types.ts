/**
 * The types of the calls, made from apps/server/schema.graphql and the documents in operations.ts by
 * `npm run codegen -w @batbot/web`. Not to be edited.
 */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type DocumentKind =
  | 'LEVEL_PRESET'
  | 'PARAMETER_SCHEMA'
  | 'PARAMETER_SET'
  | 'IMPORT_MAPPING'
  | 'FIRMWARE_IMAGE';

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

export type LoginBotQuery = { readonly loginBot: { readonly token: string, readonly userid: string, readonly userName: string, readonly permission: string, readonly permissionJson: string, readonly status: boolean, readonly subUserCount: number, readonly creatorId: string | null, readonly companyName: string, readonly profilePermission: string, readonly clientId: string | null, readonly clientName: string | null, readonly userLevel: string, readonly email: string, readonly phoneNumber: string } | null };

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

export type SubmitMutation = { readonly submit: ReadonlyArray<{ readonly __typename: 'Outcome' }> };

export type ChangePasswordMutationVariables = Exact<{
  current: string;
  next: string;
}>;

export type ChangePasswordMutation = { readonly changePassword: { readonly __typename: 'PasswordResult' } };

export type AcceptInvitationMutationVariables = Exact<{
  token: string;
  password: string;
  userName?: string | null | undefined;
}>;

export type AcceptInvitationMutation = { readonly acceptInvitation: { readonly __typename: 'PasswordResult' } };

export type ChangesQueryVariables = Exact<{
  after?: string | null | undefined;
}>;

export type ChangesQuery = { readonly changes: { readonly __typename: 'ChangePage' } };

export type FleetQueryVariables = Exact<{
  metric: FleetMetric;
  filter?: FleetFilter | null | undefined;
}>;

export type FleetQuery = { readonly fleet: { readonly __typename: 'FleetStat' } };

export type TrendQueryVariables = Exact<{
  assetId: string | number;
}>;

export type TrendQuery = { readonly trend: ReadonlyArray<{ readonly __typename: 'TrendPoint' }> };

export type DriftQueryVariables = Exact<{
  documentId: string | number;
}>;

export type DriftQuery = { readonly drift: { readonly __typename: 'Drift' } };

export type CopyAssetsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;

export type CopyAssetsQuery = { readonly assets: { readonly __typename: 'AssetPage' } };

export type CopyAccountsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;

export type CopyAccountsQuery = { readonly accounts: { readonly __typename: 'AccountPage' } };

export type CopyDocumentsQueryVariables = Exact<{
  kind: DocumentKind;
  first: number;
  after?: string | null | undefined;
}>;

export type CopyDocumentsQuery = { readonly documents: { readonly __typename: 'DocumentPage' } };

export type CopyAssignmentsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;

export type CopyAssignmentsQuery = { readonly assignments: { readonly __typename: 'AssignmentPage' } };

export type CopyRecordingsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;

export type CopyRecordingsQuery = { readonly recordings: { readonly __typename: 'RecordingPage' } };

export type CopyTicketsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;

export type CopyTicketsQuery = { readonly tickets: { readonly __typename: 'TicketPage' } };

export type CopyTicketEntriesQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;

export type CopyTicketEntriesQuery = { readonly ticketEntries: { readonly __typename: 'TicketEntryPage' } };

export type TicketEntriesQueryVariables = Exact<{
  ticketId: string | number;
  first: number;
  after?: string | null | undefined;
}>;

export type TicketEntriesQuery = { readonly ticketEntries: { readonly __typename: 'TicketEntryPage' } };

export type CopyEventsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;

export type CopyEventsQuery = { readonly events: { readonly __typename: 'EventPage' } };

export type AssetEventsQueryVariables = Exact<{
  assetId: string | number;
  first: number;
  after?: string | null | undefined;
}>;

export type AssetEventsQuery = { readonly events: { readonly __typename: 'EventPage' } };

export type AccountEventsQueryVariables = Exact<{
  accountId: string | number;
  first: number;
  after?: string | null | undefined;
}>;

export type AccountEventsQuery = { readonly events: { readonly __typename: 'EventPage' } };

export type AssetRecordingsQueryVariables = Exact<{
  assetId: string | number;
  first: number;
  after?: string | null | undefined;
}>;

export type AssetRecordingsQuery = { readonly recordings: { readonly __typename: 'RecordingPage' } };

export type CapabilitiesQueryVariables = Exact<{ [key: string]: never; }>;

export type CapabilitiesQuery = { readonly capabilities: { readonly __typename: 'Capabilities' } };
