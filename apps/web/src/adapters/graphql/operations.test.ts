import { parse, visit } from 'graphql';
import { expect, test } from 'vitest';
import { LOGIN, POPOVER_CONTENT, STORE_PUSH_TOKEN, USER_DATA } from './operations.ts';

/** Kind, name, arguments of the root field, and the fields read, from a document. */
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
])(
  '[CALL-15] $name has its kind, arguments and fields, no more',
  (operation, kind, name, args, fields) => {
    const shape = shapeOf(operation.document);
    expect([shape.kind, shape.name, shape.args]).toEqual([kind, name, args]);
    expect(new Set(shape.fields)).toEqual(new Set(fields));
    expect(shape.fields).toHaveLength(fields.length);
  },
);

test('[CALL-15] the variables of a call have the types its document gives them', () => {
  type Variables = NonNullable<(typeof USER_DATA)['variables']>;
  const right: Variables = { userId: 'demo', batbotWebVer: '1.7.2' };
  // @ts-expect-error the document has no variable of this name
  const wrong: Variables = { ...right, user: 'demo' };
  expect(Object.keys(right)).not.toEqual(Object.keys(wrong));
});
