import { createCache } from '@ant-design/cssinjs';

/**
 * Creates the cache for the styles that antd calculates. antd removes the styles of a component with its last instance,
 * and calculates them again for each dialog and tab: about 10 ms at each switch of tabs. This cache keeps them. antd has
 * one entry for each kind of component and theme, so their number is limited.
 */
export const createStyleCache = (): ReturnType<typeof createCache> => {
  const cache = createCache();
  const update = cache.opUpdate.bind(cache);
  cache.opUpdate = (path, change) => update(path, (found) => change(found) ?? found);
  return cache;
};
