/**
 * The types of the calls, made from apps/server/schema.graphql and the documents in operations.ts by
 * `npm run codegen -w @batbot/web`. Not to be edited.
 */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
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
