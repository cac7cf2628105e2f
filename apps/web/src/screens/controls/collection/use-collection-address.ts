import { useNavigate, useLocation, useSearchParams } from 'react-router-dom';
import { changedQuery } from '../../../react/changed-query.ts';
import type { CollectionProps } from './collection-types.ts';

export const useCollectionAddress = (path: CollectionProps<never>['path']) => {
  const [params, setParams] = useSearchParams();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return {
    get: (name: string): string => params.get(name) ?? '',
    /** Replaces parameters of the address. An empty text removes a parameter. */
    set: (changes: Readonly<Record<string, string>>): void =>
      setParams((before) => changedQuery(before, changes), { replace: true }),
    id: path === undefined ? (params.get('id') ?? undefined) : path.id,
    /**
     * Opens the detail of a row, or closes it for undefined. Adds a history entry unless `replaces` is true. `q` is the
     * search typed so far.
     */
    open: (id: string | undefined, q: string, replace = false): void => {
      const own = path === undefined ? { id: id ?? '' } : {};
      const next = changedQuery(search, { ...own, q, tab: '' });
      void navigate({ pathname: path?.to(id) ?? pathname, search: next.toString() }, { replace });
    },
  };
};

/** The state of a collection in the address, so that Back, a reload or a shared link restores it. */
export type CollectionAddress = ReturnType<typeof useCollectionAddress>;
