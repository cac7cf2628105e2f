import { createCache } from '@ant-design/cssinjs';

/**
 * Keeps the texts of antd's styles from one test to the next. antd forgets a text with the last component that uses it,
 * so each test would make the same texts again. Here the first use counts twice: no use is ever the last.
 */
export const keptStyles = createCache();
const update = keptStyles.opUpdate.bind(keptStyles);
keptStyles.opUpdate = (path, change) =>
  update(path, (entry) => {
    const next = change(entry);
    const isFirst = entry === undefined && next !== null;
    return isFirst && path.startsWith('style%') ? [1, next[1]] : next; // not the variables of a theme
  });
