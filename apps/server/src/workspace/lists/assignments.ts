import { type DocumentKind, visibleTopics } from '../rights.ts';
import type { Scope } from '../scope.ts';
import { createValues, type Page, type PageArguments, readPage } from './page.ts';
import { createRowReader } from './row-reader.ts';

/** A document that is assigned to an asset or to a part of the account tree, as `Assignment` of schema.graphql. */
export interface Assignment {
  readonly id: string;
  readonly version: number;
  readonly assetId: string | null;
  readonly documentId: string;
  readonly state: string;
  /** Rising percentages of the targets; `stage` is the index of the current one. */
  readonly stages: readonly number[];
  readonly stage: number;
  /** Whether the actor's subtree made it. */
  readonly mayChange: boolean;
  /** Why the server paused it: STAGE or FAILED. */
  readonly reason: string | null;
  readonly expiresAt: Date | null;
  /** Null if the document is not for devices. */
  readonly progress: { readonly failed: number } | null;
  /** The path of the account for which, and below which, the assignment applies. */
  readonly path: string;
  /** The kind of the assigned document. */
  readonly topic: DocumentKind;
}

const columns = `a.id, a.version, a.document_id as "documentId", a.asset_id as "assetId", a.mode, a.state,
  a.expires_at as "expiresAt", a.created_at as "createdAt", a.audience::text as path, d.kind as topic,
  o.id as "accountId", a.filter, a.stages, a.stage, a.reason, a.pause_after_stage as "pauseAfterStage",
  a.stop_at_failed_percent as "stopAtFailedPercent", a.owner <@ scope() as "mayChange",
  case when d.kind in ('PARAMETER_SET', 'FIRMWARE_IMAGE')
    then (select jsonb_build_object('stage', a.stage) || to_jsonb(p) from progress(a) p) end as progress`;
const from =
  'assignments a join documents d on d.id = a.document_id left join users o on o.node = a.audience_node';

export interface AssignmentFilter {
  readonly assetId?: string | null;
  readonly documentId?: string | null;
  readonly state?: string | null;
}

export const listAssignments = (
  scope: Scope,
  { filter, ...page }: PageArguments & { readonly filter?: AssignmentFilter | null },
): Promise<Page<Assignment>> => {
  const values = createValues();
  const topics = values.add(visibleTopics(scope.actor).join(','));
  const where = [`d.kind = any(string_to_array(${topics}, ','))`];
  const { assetId, documentId, state } = filter ?? {};
  if (assetId) where.push(`a.asset_id = ${values.add(assetId)}`);
  if (documentId) where.push(`a.document_id = ${values.add(documentId)}`);
  if (state) where.push(`a.state = ${values.add(state)}`);
  const by = { 'a.created_at': 'timestamptz', 'a.id': 'uuid' };
  const source = { columns, from, where, values, by, descending: true };
  return readPage<Assignment>(scope, source, page);
};

/** With `lock`, only an assignment that the actor's subtree made is found. */
export const { find: findAssignment, all: assignmentsOf } = createRowReader<Assignment>({
  columns: () => columns,
  from,
  alias: 'a',
});
