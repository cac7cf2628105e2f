import { type Topic, visibleTopics } from '../rights.ts';
import type { Scope } from '../scope.ts';
import { createValues, type Page, type PageArguments, readPage } from './page.ts';

/** A past change, as `Event` of schema.graphql. */
export interface Event {
  readonly id: string;
  readonly topic: Topic;
  readonly kind: string;
  readonly subjectId: string;
}

export const eventColumns = `e.id, e.at, e.received_at as "receivedAt", a.id as "actorId",
  shown_actor(e.actor_id, e.actor_name) as "actorName", e.topic, e.kind, e.subject_id as "subjectId", e.asset_id as "assetId", shown_body(e.body) as body,
  o.id as "ownerId", f.id as "formerOwnerId", e.app_version as "appVersion"`;
export const eventTables = `events e left join users a on a.id = e.actor_id
  left join users o on o.node = e.owner_node left join users f on f.node = e.former_owner_node`;

export interface EventFilter {
  readonly assetId?: string | null;
  readonly subjectId?: string | null;
  readonly actorId?: string | null;
  readonly topics?: readonly Topic[] | null;
  readonly from?: string | null;
  readonly to?: string | null;
}

export const listEvents = (
  scope: Scope,
  { filter, ...page }: PageArguments & { readonly filter?: EventFilter | null },
): Promise<Page<Event>> => {
  const values = createValues();
  const { assetId, subjectId, actorId, topics, from, to } = filter ?? {};
  const seen = visibleTopics(scope.actor).filter((topic) => topics?.includes(topic) ?? true);
  const where = [`e.topic = any(string_to_array(${values.add(seen.join(','))}, ','))`];
  if (assetId) where.push(`e.asset_id = ${values.add(assetId)}`);
  if (subjectId) where.push(`e.subject_id = ${values.add(subjectId)}`);
  if (actorId) where.push(`e.actor_id = ${values.add(actorId)}`);
  if (from) where.push(`e.at >= ${values.add(from)}::text::timestamptz`);
  if (to) where.push(`e.at < ${values.add(to)}::text::timestamptz`);
  const source = {
    columns: eventColumns,
    from: eventTables,
    where,
    values,
    by: { 'e.seq': 'bigint' },
    descending: true,
  };
  return readPage<Event>(scope, source, page);
};
