import { useNavigate, useLocation, useSearchParams } from 'react-router-dom';
import type { CollectionProps } from './collection-types.ts';

/** The state of a collection, which is all in the address: Back, reload and a sent link restore it. */
export interface CollectionAddress {
  readonly get: (name: string) => string;
  /** Replaces the address; an empty text removes the parameter. */
  readonly set: (changes: Readonly<Record<string, string>>) => void;
  readonly id: string | undefined;
  /** Opens a row's detail, or closes it. Adds a step for Back unless it `replaces`. `q`: the search as typed so far. */
  readonly open: (id: string | undefined, q: string, replaces?: boolean) => void;
}

export const useCollectionAddress = (path: CollectionProps<never>['path']): CollectionAddress => {
  const [params, setParams] = useSearchParams();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const changed = (before: string | URLSearchParams, changes: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(before);
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    return next;
  };
  return {
    get: (name) => params.get(name) ?? '',
    set: (changes) => {
      setParams((before) => changed(before, changes), { replace: true });
    },
    id: path === undefined ? (params.get('id') ?? undefined) : path.id,
    open: (id, q, replace = false) => {
      const own = path === undefined ? { id: id ?? '' } : {};
      const next = changed(search, { ...own, q, tab: '' });
      void navigate({ pathname: path?.to(id) ?? pathname, search: next.toString() }, { replace });
    },
  };
};
