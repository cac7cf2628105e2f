/**
 * One call of the account server as text with variables. `root` is the field of the answer's data that holds the
 * outcome; `isRepeatable` says that doing it twice changes nothing, so that it may be asked again.
 */
export interface Operation<Variables extends object> {
  readonly name: string;
  readonly root: string;
  readonly document: string;
  readonly isRepeatable: boolean;
  /** Never set: it carries the type of the variables. */
  readonly variables?: Variables;
}

export const LOGIN: Operation<{
  readonly user: string;
  readonly pass: string;
  readonly softwareInfo: string;
  readonly platform: string;
}> = {
  name: 'loginBot',
  root: 'loginBot',
  isRepeatable: false, // each login ends the session before
  document: `
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
};

export const STORE_PUSH_TOKEN: Operation<{ readonly token: string }> = {
  name: 'storeFcmTokenBatBotWeb',
  root: 'storeFcmTokenBatBotWeb',
  isRepeatable: false,
  document: `
    mutation storeFcmTokenBatBotWeb($token: String!) {
      storeFcmTokenBatBotWeb(token: $token) {
        state
      }
    }
  `,
};

export const USER_DATA: Operation<{ readonly userId: string; readonly batbotWebVer: string }> = {
  name: 'getUserData',
  root: 'getUserData',
  isRepeatable: true,
  document: `
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
};

export const POPOVER_CONTENT: Operation<{ readonly userId: string }> = {
  name: 'getPopOverContent',
  root: 'getPopOverContent',
  isRepeatable: true,
  document: `
    query getPopOverContent($userId: String!) {
      getPopOverContent(userId: $userId) {
        popOverContent
      }
    }
  `,
};
