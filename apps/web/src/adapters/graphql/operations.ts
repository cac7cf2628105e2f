/** The names of a document's variables, all of type String!, read from its own text: `$user: String!` gives `user`. */
type VariableNames<Document extends string> =
  Document extends `${string}$${infer Name}: String!${infer Rest}`
    ? Name | VariableNames<Rest>
    : never;

/**
 * One call of the account server as text with variables. `root` is the field of the answer's data that holds the
 * outcome; `isRepeatable` says that doing it twice changes nothing, so that it may be asked again. The documents are
 * held against schema.graphql by a test; the variables' types come from the documents.
 */
export interface Operation<Variables extends object> {
  readonly name: string;
  readonly root: string;
  readonly document: string;
  readonly isRepeatable: boolean;
  /** Never set: it carries the type of the variables. */
  readonly variables?: Variables;
}

const operation = <const Document extends string>(
  name: string,
  isRepeatable: boolean,
  document: Document,
): Operation<Readonly<Record<VariableNames<Document>, string>>> => ({
  name,
  root: name,
  isRepeatable,
  document,
});

export const LOGIN = operation(
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

export const STORE_PUSH_TOKEN = operation(
  'storeFcmTokenBatBotWeb',
  false,
  `
    mutation storeFcmTokenBatBotWeb($token: String!) {
      storeFcmTokenBatBotWeb(token: $token) {
        state
      }
    }
  `,
);

export const USER_DATA = operation(
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

export const POPOVER_CONTENT = operation(
  'getPopOverContent',
  true,
  `
    query getPopOverContent($userId: String!) {
      getPopOverContent(userId: $userId) {
        popOverContent
      }
    }
  `,
);
