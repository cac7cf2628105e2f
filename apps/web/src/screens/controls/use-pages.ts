import { cloneElement, isValidElement, useState, type AriaAttributes } from 'react';
import type { TablePaginationConfig } from 'antd';

/** The pages of a long table. Screen readers announce the link of the current page as such, which antd only colours. */
export const usePages = (pageSize: number): TablePaginationConfig => {
  const [current, setCurrent] = useState(1);
  return {
    pageSize,
    current,
    hideOnSinglePage: true,
    showSizeChanger: false,
    onChange: setCurrent,
    itemRender: (page, type, shown) =>
      type === 'page' && page === current && isValidElement<AriaAttributes>(shown)
        ? cloneElement(shown, { 'aria-current': 'page' })
        : shown,
  };
};
