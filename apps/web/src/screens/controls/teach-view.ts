/** Where teaching stands in the address: over Home, so that the polls go on. */
export const TEACH_PATH = '/mainpage/home?view=teach';

export const isTeachSearch = (search: string): boolean =>
  new URLSearchParams(search).get('view') === 'teach';
