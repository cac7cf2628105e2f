/**
 * Returns the page's IndexedDB, or undefined if the site is not allowed to store data: reading the property then
 * throws.
 */
export const databaseOf = (page: Window): IDBFactory | undefined => {
  try {
    return page.indexedDB;
  } catch {
    return undefined;
  }
};
