/** The page's databases. Reading the property throws where the site may keep nothing. */
export const databaseOf = (page: Window): IDBFactory | undefined => {
  try {
    return page.indexedDB;
  } catch {
    return undefined;
  }
};
