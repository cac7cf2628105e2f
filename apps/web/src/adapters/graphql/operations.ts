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

/** The fields of what an answer's one root field holds. */
export type FieldsOf<Answer> = keyof NonNullable<Answer[keyof Answer]> & string;

/**
 * One call of the account server as text with variables. Its types are generated from schema.graphql and the documents
 * below (`npm run codegen -w @batbot/web`).
 */
export interface Operation<Field extends string, Variables extends object> {
  /** The operation's name, and the field of the answer's data that holds the outcome. */
  readonly name: string;
  /** Doing it twice changes nothing, so that it may be asked again. */
  readonly isRepeatable: boolean;
  readonly document: string;
  /** Never set: it carries the types. */
  readonly types?: { readonly field: Field; readonly variables: Variables };
}

const operation = <Answer extends object, Variables extends object>(
  name: keyof Answer & string,
  isRepeatable: boolean,
  document: string,
): Operation<FieldsOf<Answer>, Variables> => ({ name, isRepeatable, document });

export const LOGIN = operation<LoginBotQuery, LoginBotQueryVariables>(
  'loginBot',
  false, // each login ends the session before
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
>(
  'storeFcmTokenBatBotWeb',
  false,
  'mutation storeFcmTokenBatBotWeb($token: String!) { storeFcmTokenBatBotWeb(token: $token) { state } }',
);

export const USER_DATA = operation<GetUserDataQuery, GetUserDataQueryVariables>(
  'getUserData',
  true,
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

export const POPOVER_CONTENT = operation<GetPopOverContentQuery, GetPopOverContentQueryVariables>(
  'getPopOverContent',
  true,
  'query getPopOverContent($userId: String!) { getPopOverContent(userId: $userId) { popOverContent } }',
);

/** Not one of the specification's calls: a server may lack it. */
export const END_SESSION = operation<EndSessionMutation, EndSessionMutationVariables>(
  'endSession',
  false,
  'mutation endSession { endSession { state } }',
);
