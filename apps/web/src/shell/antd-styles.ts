import { createCache } from '@ant-design/cssinjs';

/**
 * Creates the store of the style sheets that antd makes for its components. With its own, antd deletes the styles of a
 * component when the last one is unmounted, and makes them again for the next one: each change of the tab would
 * calculate styles, and the browser those of the whole page. Here, the styles of a component stay [PAGE-348].
 */
export const createStyleCache = (): ReturnType<typeof createCache> => {
  const cache = createCache();
  const update = cache.opUpdate.bind(cache);
  // An entry is its number of users and its value. With one user more, the number never falls to 0.
  cache.opUpdate = (path, change) =>
    update(path, (entry) => {
      const next = change(entry);
      return entry === undefined && next !== null ? [next[0] + 1, next[1]] : next;
    });
  return cache;
};
