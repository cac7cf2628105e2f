import * as v from 'valibot';
import { OBJECT, type RawUser, type Schema } from '@batbot/core';
import type * as Api from './operation-types.ts';

/**
 * A call of the account server: a GraphQL document with variables. Its types are generated from schema.graphql and the
 * documents below (`npm run codegen -w @batbot/web`).
 */
export interface Operation<Fields, Variables extends object> {
  /** Name of the operation and of the root field of its result. */
  readonly name: string;
  /** Whether the operation is idempotent, so that it may be retried. */
  readonly isRepeatable: boolean;
  /** Schema of the result. */
  readonly fields: Schema<Fields>;
  readonly document: string;
  /** Never set; carries the type of the variables. */
  readonly variables?: Variables;
}

/** The fields of a user record. */
const USER = `
  userName permission permissionJson status subUserCount creatorId companyName profilePermission clientId clientName
  userLevel email phoneNumber`;

export const LOGIN: Operation<RawUser, Api.LoginBotQueryVariables> = {
  name: 'loginBot' satisfies keyof Api.LoginBotQuery,
  isRepeatable: false, // each login ends the previous session
  fields: OBJECT,
  document: `
    query loginBot($user: String!, $pass: String!, $softwareInfo: String!, $platform: String!) {
      loginBot(user: $user, pass: $pass, softwareInfo: $softwareInfo, platform: $platform) {
        token
        userid
        ${USER}
      }
    }
  `,
};

export const STORE_PUSH_TOKEN: Operation<object, Api.StoreFcmTokenBatBotWebMutationVariables> = {
  name: 'storeFcmTokenBatBotWeb' satisfies keyof Api.StoreFcmTokenBatBotWebMutation,
  isRepeatable: false,
  fields: OBJECT,
  document:
    'mutation storeFcmTokenBatBotWeb($token: String!) { storeFcmTokenBatBotWeb(token: $token) { state } }',
};

export const USER_DATA: Operation<RawUser, Api.GetUserDataQueryVariables> = {
  name: 'getUserData' satisfies keyof Api.GetUserDataQuery,
  isRepeatable: true,
  fields: OBJECT,
  document: `
    query getUserData($userId: String!, $batbotWebVer: String!) {
      getUserData(userId: $userId, batbotWebVer: $batbotWebVer) {
        ${USER}
      }
    }
  `,
};

export const POPOVER_CONTENT: Operation<
  { readonly popOverContent: string },
  Api.GetPopOverContentQueryVariables
> = {
  name: 'getPopOverContent' satisfies keyof Api.GetPopOverContentQuery,
  isRepeatable: true,
  fields: v.object({ popOverContent: v.string() }),
  document:
    'query getPopOverContent($userId: String!) { getPopOverContent(userId: $userId) { popOverContent } }',
};

/** An addition to the calls of the specification. A server may not support it. */
export const END_SESSION: Operation<object, Api.EndSessionMutationVariables> = {
  name: 'endSession' satisfies keyof Api.EndSessionMutation,
  isRepeatable: false,
  fields: OBJECT,
  document: 'mutation endSession { endSession { state } }',
};
