import * as v from 'valibot';
import { OBJECT, type Schema } from '@batbot/core';
import type {
  EndSessionMutation,
  EndSessionMutationVariables,
  GetPopOverContentQuery,
  GetPopOverContentQueryVariables,
  GetUserDataQuery,
  GetUserDataQueryVariables,
  LoginBotQuery,
  LoginBotQueryVariables,
  StoreFcmTokenBatBotWebMutation,
  StoreFcmTokenBatBotWebMutationVariables,
} from './operation-types.ts';

/**
 * One call of the account server as text with variables. Its types are generated from schema.graphql and the documents
 * below (`npm run codegen -w @batbot/web`).
 */
export interface Operation<Fields, Variables extends object> {
  /** The operation's name, and the field of the answer's data that holds the outcome. */
  readonly name: string;
  /** Doing it twice changes nothing, so that it may be asked again. */
  readonly isRepeatable: boolean;
  /** What the outcome must be. */
  readonly fields: Schema<Fields>;
  readonly document: string;
  /** Never set: it carries the type. */
  readonly variables?: Variables;
}

const operation =
  <Answer extends object, Variables extends object>() =>
  <Fields>(
    name: keyof Answer & string,
    isRepeatable: boolean,
    fields: Schema<Fields>,
    document: string,
  ): Operation<Fields, Variables> => ({ name, isRepeatable, fields, document });

export const LOGIN = operation<LoginBotQuery, LoginBotQueryVariables>()(
  'loginBot',
  false, // each login ends the session before
  OBJECT,
  `
    query loginBot($user: String!, $pass: String!, $softwareInfo: String!, $platform: String!) {
      loginBot(user: $user, pass: $pass, softwareInfo: $softwareInfo, platform: $platform) {
        token
        profilePermission
        userid
        userName
        permission
        permissionJson
        companyName
        status
        creatorId
        subUserCount
        clientId
        clientName
        userLevel
        email
        phoneNumber
      }
    }
  `,
);

export const STORE_PUSH_TOKEN = operation<
  StoreFcmTokenBatBotWebMutation,
  StoreFcmTokenBatBotWebMutationVariables
>()(
  'storeFcmTokenBatBotWeb',
  false,
  OBJECT,
  'mutation storeFcmTokenBatBotWeb($token: String!) { storeFcmTokenBatBotWeb(token: $token) { state } }',
);

export const USER_DATA = operation<GetUserDataQuery, GetUserDataQueryVariables>()(
  'getUserData',
  true,
  OBJECT,
  `
    query getUserData($userId: String!, $batbotWebVer: String!) {
      getUserData(userId: $userId, batbotWebVer: $batbotWebVer) {
        userName
        permission
        permissionJson
        status
        subUserCount
        creatorId
        companyName
        profilePermission
        clientId
        clientName
        userLevel
        email
        phoneNumber
      }
    }
  `,
);

export const POPOVER_CONTENT = operation<GetPopOverContentQuery, GetPopOverContentQueryVariables>()(
  'getPopOverContent',
  true,
  v.object({ popOverContent: v.string() }),
  'query getPopOverContent($userId: String!) { getPopOverContent(userId: $userId) { popOverContent } }',
);

/** Not one of the specification's calls: a server may lack it. */
export const END_SESSION = operation<EndSessionMutation, EndSessionMutationVariables>()(
  'endSession',
  false,
  OBJECT,
  'mutation endSession { endSession { state } }',
);
