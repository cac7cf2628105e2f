import { useNavigate, useLocation, useSearchParams } from 'react-router-dom';
import { changedQuery } from '../../../react/changed-query.ts';
import type { CollectionProps } from './collection-types.ts';

/** The state of a collection in the address, so that Back, a reload or a shared link restores it. */
export interface CollectionAddress {
  readonly get: (name: string) => string;
  /** Replaces parameters of the address. An empty text removes a parameter. */
  readonly set: (changes: Readonly<Record<string, string>>) => void;
  readonly id: string | undefined;
  /**
   * Opens the detail of a row, or closes it for undefined. Adds a history entry unless `replaces` is true. `q` is the
   * search typed so far.
   */
  readonly open: (id: string | undefined, q: string, replaces?: boolean) => void;
}

export const useCollectionAddress = (path: CollectionProps<never>['path']): CollectionAddress => {
  const [params, setParams] = useSearchParams();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return {
    get: (name) => params.get(name) ?? '',
    set: (changes) => setParams((before) => changedQuery(before, changes), { replace: true }),
    id: path === undefined ? (params.get('id') ?? undefined) : path.id,
    open: (id, q, replace = false) => {
      const own = path === undefined ? { id: id ?? '' } : {};
      const next = changedQuery(search, { ...own, q, tab: '' });
      void navigate({ pathname: path?.to(id) ?? pathname, search: next.toString() }, { replace });
    },
  };
};
