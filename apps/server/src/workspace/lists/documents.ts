import type { DocumentKind } from '../rights.ts';
import type { Scope } from '../scope.ts';
import { createValues, type Page, type PageArguments, readPage } from './page.ts';
import { createRowReader } from './row-reader.ts';

/** A document such as a parameter set or a level preset, as `Document` of schema.graphql. */
export interface Document {
  readonly id: string;
  readonly version: number;
  readonly kind: DocumentKind;
  readonly name: string;
  readonly state: string;
  readonly hash: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly owner: string;
  /** The account that wrote the body; null outside of the actor's subtree. */
  readonly authorId: string | null;
}

const columns = `d.id, d.version, d.kind, d.name, d.state, d.hash, d.body, d.created_at as "createdAt",
  d.owner::text as owner, o.id as "ownerId", w.id as "authorId"`;
const from =
  'documents d left join users o on o.node = d.owner_node left join users w on w.id = d.author_id';

export const listDocuments = (
  scope: Scope,
  { kind, ...page }: PageArguments & { readonly kind: DocumentKind },
): Promise<Page<Document>> => {
  const values = createValues();
  const where = [`d.kind = ${values.add(kind)}`];
  const by = { 'd.name': 'text', 'd.id': 'uuid' };
  return readPage<Document>(scope, { columns, from, where, values, by }, page);
};

/** With `lock`, only a document that the actor's subtree owns is found. */
export const { find: findDocument, all: documentsOf } = createRowReader<Document>({
  columns: () => columns,
  from,
  alias: 'd',
});
