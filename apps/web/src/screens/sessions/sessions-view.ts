/** A side of a comparison. Index −1 is the last sample of the session. */
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
