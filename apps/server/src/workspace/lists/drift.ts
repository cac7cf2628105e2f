import { maySee } from '../rights.ts';
import type { Scope } from '../scope.ts';
import { type Asset, assetsOf } from './assets.ts';
import { fitting } from './page.ts';

const NODES = 50;

/** How the reported parameters of assets compare with a parameter set, as `Drift` of schema.graphql. */
export interface Drift {
  readonly targets: number;
  readonly same: number;
  readonly differs: number;
  readonly unknown: number;
  readonly nodes: readonly Asset[];
}

/**
 * Compares the assets for which the document is the standard: of all parameter sets assigned to an asset, the one
 * assigned to the asset itself, else to the nearest account, else the newest [WS-13].
 */
export const readDrift = async (scope: Scope, documentId: string): Promise<Drift> => {
  const rows = await scope.query<{
    readonly state: string;
    readonly count: number;
    readonly ids: string;
  }>(
    `select t.state, count(*)::int as count, array_to_string((array_agg(t.id order by t.serial_key))[1:${NODES}], ',') as ids
     from (
       select a.id, a.serial_key, compare_parameters(a.parameters, standard.body) as state
       from assets a cross join lateral (
         select d.id, d.body from assignments x join documents d on d.id = x.document_id
         where d.kind = 'PARAMETER_SET' and d.state = 'RELEASED' and x.state = 'ACTIVE' and coalesce(x.expires_at > now(), true) and is_target(x, a)
         order by x.asset_id is null, nlevel(x.audience) desc, x.filter is null, x.created_at desc, x.id limit 1
       ) standard
       where standard.id = $1
     ) t group by t.state`,
    [documentId],
  );
  const countOf = (state: string): number => rows.find((row) => row.state === state)?.count ?? 0;
  const [same, differs, unknown] = ['SAME', 'DIFFERS', 'UNKNOWN'].map(countOf) as [
    number,
    number,
    number,
  ];
  const ids = (rows.find(({ state }) => state === 'DIFFERS')?.ids ?? '').split(',');
  const nodes =
    differs > 0 && maySee(scope.actor, 'ASSET') ? fitting(await assetsOf(scope, ids)) : [];
  return { targets: same + differs + unknown, same, differs, unknown, nodes };
};
