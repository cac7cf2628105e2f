import { parse, validate, visit } from 'graphql';
import { expect, test } from 'vitest';
import type { StoredUser } from '@batbot/core';
import { loadSchema } from './account-server.fixture.ts';
import { END_SESSION, LOGIN, POPOVER_CONTENT, STORE_PUSH_TOKEN, USER_DATA } from './operations.ts';
import * as workspaceOperations from './workspace-operations.ts';

/** Returns the kind and name of a document's operation, the arguments of its root field, and the selected fields. */
const shapeOf = (document: string) => {
  const shape = { kind: '', name: '', args: [] as string[], fields: [] as string[] };
  visit(parse(document), {
    OperationDefinition: (node) => {
      shape.kind = node.operation;
      shape.name = node.name?.value ?? '';
    },
    Field: (node, _key, _parent, _path, ancestors) => {
      if (node.selectionSet !== undefined) {
        shape.args = (node.arguments ?? []).map(({ name }) => name.value);
      } else if (ancestors.length > 0) shape.fields.push(node.name.value);
    },
  });
  return shape;
};

const record = [
  'userName',
  'permission',
  'permissionJson',
  'status',
  'subUserCount',
  'creatorId',
  'companyName',
  'profilePermission',
  'clientId',
  'clientName',
  'userLevel',
  'email',
  'phoneNumber',
] as const;

test.each([
  [
    LOGIN,
    'query',
    'loginBot',
    ['user', 'pass', 'softwareInfo', 'platform'],
    ['token', 'userid', ...record],
  ],
  [STORE_PUSH_TOKEN, 'mutation', 'storeFcmTokenBatBotWeb', ['token'], ['state']],
  [USER_DATA, 'query', 'getUserData', ['userId', 'batbotWebVer'], record],
  [POPOVER_CONTENT, 'query', 'getPopOverContent', ['userId'], ['popOverContent']],
  [END_SESSION, 'mutation', 'endSession', [], ['state']],
])(
  '[CALL-15] $name has the specified kind, arguments and fields',
  (operation, kind, name, args, fields) => {
    const shape = shapeOf(operation.document);
    expect([shape.kind, shape.name, shape.args]).toEqual([kind, name, args]);
    expect(new Set(shape.fields)).toEqual(new Set(fields));
    expect(shape.fields).toHaveLength(fields.length);
  },
);

test('[CALL-16] the stored user info has exactly the fields that the calls request', () => {
  const requested: Record<keyof StoredUser, true> = {
    ...(Object.fromEntries(record.map((field) => [field, true])) as Record<
      (typeof record)[number],
      true // one entry per field
    >),
    token: true,
    userid: true,
  };
  const { fields } = shapeOf(LOGIN.document);
  expect(new Set(fields)).toEqual(new Set(Object.keys(requested)));
  // @ts-expect-error the document has no such variable
  const wrong: NonNullable<typeof USER_DATA.variables> = { userId: 'demo', user: 'demo' };
  expect(wrong).toBeDefined();
});

test('[CALL-17] the documents of the calls and the types of their variables fit the schema', () => {
  const calls = [LOGIN, STORE_PUSH_TOKEN, USER_DATA, POPOVER_CONTENT, END_SESSION];
  const schema = loadSchema();
  const documents = [...calls, ...Object.values(workspaceOperations)].map((each) => each.document);
  expect(documents.flatMap((document) => validate(schema, parse(document)))).toEqual([]);
});

const COPIED = `
  endCursor hasNext id at receivedAt actorId actorName topic kind subjectId assetId body ownerId formerOwnerId
  appVersion id version kind state serial maker model chemistry cells designCapacityAh builtOn installedIn
  firmware seenAt attention ownerId ownerName clientName at lat lon accuracyM address at socPercent sohPercent
  packVoltageV packCurrentA highestTemperatureC spreadMv worstCell worstCellMohm cycles faults at schemaName
  schemaHash hash values firmware id version kind name state hash body createdAt ownerId authorId id version
  documentId assetId accountId mode state expiresAt createdAt kind maker model firmware reason stages stage
  mayChange pauseAfterStage stopAtFailedPercent stage total targets done failed id assetId startedAt durationS
  samples cells temperatures sealed schemaVersion kind seq sha256 id version userName email active hasPassword
  parentId depth flags effectiveFlags userLevel maxSubUsers subUserCount packCount seenAt companyName clientId
  clientName phoneNumber permission profilePermission id version number assetId serial clientName ownerId
  ownerName category audience title priority state assigneeId assigneeName dueAt openedById openedByName
  openedAt closedAt id ticketId kind at receivedAt authorId authorName body seq sha256`;

test('[SYNC-102] the copied fields are those of the version of the copies', () => {
  // With a new field, also increase FORMAT in packages/core/src/workspace/copies.ts: the copies of the users lack it.
  expect(shapeOf(workspaceOperations.CHANGES.document).fields).toEqual(COPIED.trim().split(/\s+/));
});
