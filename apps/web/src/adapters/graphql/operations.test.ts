import { parse, validate, visit } from 'graphql';
import { expect, test } from 'vitest';
import type { StoredUser } from '@batbot/core';
import { loadSchema } from './account-server.fixture.ts';
import { generateTypes } from './generate-types.fixture.ts';
import type {
  GetUserDataQuery,
  GetUserDataQueryVariables,
  LoginBotQuery,
} from './operation-types.ts';
import { END_SESSION, LOGIN, POPOVER_CONTENT, STORE_PUSH_TOKEN, USER_DATA } from './operations.ts';
import * as workspaceOperations from './workspace-operations.ts';

/** The fields of the root field of a result. */
type FieldsOf<Answer> = keyof NonNullable<Answer[keyof Answer]> & string;

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
];

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

type Same<One, Other> = [One, Other] extends [Other, One] ? true : false;

test('[CALL-16] the stored user info and the calls have exactly the fields of the schema', () => {
  const isWhole: Same<FieldsOf<LoginBotQuery>, keyof StoredUser> = true;
  const isRecord: Same<
    FieldsOf<GetUserDataQuery>,
    Exclude<keyof StoredUser, 'token' | 'userid'>
  > = true;
  // @ts-expect-error the record of the schema has fewer fields
  const lacks: Same<FieldsOf<GetUserDataQuery>, keyof StoredUser> = true;
  const right: GetUserDataQueryVariables = { userId: 'demo', batbotWebVer: '1.7.2' };
  // @ts-expect-error the document has no such variable
  const wrong: GetUserDataQueryVariables = { ...right, user: 'demo' };
  expect([isWhole, isRecord, lacks]).toEqual([true, true, true]);
  expect(Object.keys(right)).not.toEqual(Object.keys(wrong));
});

test('[CALL-17] the types of the calls match schema and documents; `npm run codegen -w @batbot/web` writes them', async () => {
  const calls = [LOGIN, STORE_PUSH_TOKEN, USER_DATA, POPOVER_CONTENT, END_SESSION];
  const others = Object.values(workspaceOperations);
  const schema = loadSchema();
  expect(
    [...calls, ...others].flatMap(({ document }) => validate(schema, parse(document))),
  ).toEqual([]);
  const types = await generateTypes(calls, others);
  await expect(types).toMatchFileSnapshot('./operation-types.ts');
});
