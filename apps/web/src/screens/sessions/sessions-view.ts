/** Where in the sessions the user is, kept in the address: `?view=sessions&id=…`. */
export type SessionsView =
  | { readonly kind: 'list' }
  | { readonly kind: 'details'; readonly id: string }
  /** `a` and `b`: a session's id and the index of a sample (`id@12`), or `live`. */
  | { readonly kind: 'compare'; readonly a: string; readonly b: string };

const VIEW = 'sessions';

export const isSessionsSearch = (search: string): boolean =>
  new URLSearchParams(search).get('view') === VIEW;

export const readView = (params: URLSearchParams): SessionsView => {
  const [id, a, b] = ['id', 'a', 'b'].map((name) => params.get(name) ?? '');
  if (a !== undefined && a !== '') return { kind: 'compare', a, b: b ?? '' };
  return id === undefined || id === '' ? { kind: 'list' } : { kind: 'details', id };
};

export const searchOf = (view: SessionsView): string => {
  const params = new URLSearchParams({ view: VIEW });
  if (view.kind === 'details') params.set('id', view.id);
  if (view.kind === 'compare') {
    params.set('a', view.a);
    params.set('b', view.b);
  }
  return `?${params.toString()}`;
};

/** A side of a comparison. An index of -1 is the session's last sample. */
export type Side =
  | { readonly kind: 'live' }
  | { readonly kind: 'moment'; readonly id: string; readonly index: number };

export const LIVE = 'live';

export const readSide = (text: string): Side => {
  if (text === LIVE || text === '') return { kind: 'live' };
  const [id = '', index = ''] = text.split('@');
  return { kind: 'moment', id, index: /^\d+$/.test(index) ? Number(index) : -1 };
};

export const sideText = (side: Side): string => {
  if (side.kind === 'live') return LIVE;
  return side.index < 0 ? side.id : `${side.id}@${side.index}`;
};
