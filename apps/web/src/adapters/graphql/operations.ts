import * as v from 'valibot';
import { OBJECT, type Schema } from '@batbot/core';
import type { DocumentKind, FleetFilter, FleetMetric } from '@batbot/core/workspace';

/** The TypeScript types of the variables, by their types in schema.graphql. */
interface VariableTypes {
  readonly 'String!': string;
  readonly String: string | null;
  readonly 'ID!': string;
  readonly 'Int!': number;
  readonly 'DocumentKind!': DocumentKind | 'LEVEL_PRESET';
  readonly 'FleetMetric!': FleetMetric;
  readonly FleetFilter: FleetFilter;
  readonly '[SubmissionItem!]!': readonly object[];
}
type Declared = Readonly<Record<string, keyof VariableTypes>>;

/** A call of the account server: a GraphQL document with variables. A test validates it with schema.graphql. */
export interface Operation<Fields, Variables extends object> {
  /** Name of the operation and of the root field of its result. */
  readonly name: string;
  /** Whether the operation is idempotent, so that it may be retried. */
  readonly isRepeatable: boolean;
  readonly fields: Schema<Fields>;
  readonly document: string;
  /** Never set; carries the type of the variables. */
  readonly variables?: Variables;
}

interface OperationParts<Fields, D extends Declared> {
  readonly variables: D;
  /** The arguments of the root field. Default: each variable is the argument of its name. */
  readonly args?: string;
  readonly fields: Schema<Fields>;
  /** The requested fields. */
  readonly select: string;
  /** Default: true for a query. */
  readonly isRepeatable?: boolean;
}

const inBrackets = (text: string): string => (text === '' ? '' : `(${text})`);

/** Creates the operation that calls the field `name`. */
export const operation = <Fields, const D extends Declared>(
  kind: 'query' | 'mutation',
  name: string,
  { variables, args, fields, select, isRepeatable = kind === 'query' }: OperationParts<Fields, D>,
): Operation<Fields, { readonly [Name in keyof D]: VariableTypes[D[Name]] }> => {
  const declared = Object.entries(variables).map(([each, type]) => `$${each}: ${type}`);
  const passed =
    args ??
    Object.keys(variables)
      .map((each) => `${each}: $${each}`)
      .join(', ');
  return {
    name,
    isRepeatable,
    fields,
    document: `${kind} ${name}${inBrackets(declared.join(', '))} { ${name}${inBrackets(passed)} { ${select} } }`,
  };
};

/** The fields of a user record. */
const USER = `
  userName permission permissionJson status subUserCount creatorId companyName profilePermission clientId clientName
  userLevel email phoneNumber`;

export const LOGIN = operation('query', 'loginBot', {
  isRepeatable: false, // each login ends the previous session
  variables: { user: 'String!', pass: 'String!', softwareInfo: 'String!', platform: 'String!' },
  fields: OBJECT,
  select: `token userid ${USER}`,
});

export const STORE_PUSH_TOKEN = operation('mutation', 'storeFcmTokenBatBotWeb', {
  variables: { token: 'String!' },
  fields: OBJECT,
  select: 'state',
});

export const USER_DATA = operation('query', 'getUserData', {
  variables: { userId: 'String!', batbotWebVer: 'String!' },
  fields: OBJECT,
  select: USER,
});

export const POPOVER_CONTENT = operation('query', 'getPopOverContent', {
  variables: { userId: 'String!' },
  fields: v.object({ popOverContent: v.string() }),
  select: 'popOverContent',
});

/** An addition to the calls of the specification. A server may not support it. */
export const END_SESSION = operation('mutation', 'endSession', {
  variables: {},
  fields: OBJECT,
  select: 'state',
});
