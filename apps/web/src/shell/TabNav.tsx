import { useLayoutEffect, useRef, useState } from 'react';
import { DownOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { findTab, type Tab, type TabId } from '@batbot/core';
import { useTabOpening } from '../react/tab-opening.ts';
import { fittingCount } from './fitting-count.ts';
import { TabLink } from './TabLink.tsx';

export interface TabNavProps {
  readonly tabs: readonly Tab[];
  readonly active: TabId;
}

/** Width of the "More" button, pixels. */
const MORE_WIDTH = 88;

/**
 * How many tabs fit. All are rendered once to be measured, before the browser paints; what does not fit goes then.
 */
const useFitting = (tabs: readonly Tab[]) => {
  const nav = useRef<HTMLElement>(null);
  const key = tabs.map(({ id }) => id).join(' ');
  const [fitting, setFitting] = useState<{ readonly key: string; readonly count: number }>();
  const isMeasured = fitting?.key === key;
  const widths = useRef<readonly number[]>([]);

  useLayoutEffect(() => {
    const element = nav.current;
    if (element === null) return undefined;
    if (!isMeasured) {
      const links = [...element.querySelectorAll<HTMLElement>('.tab-link')];
      widths.current = links.map((link) => link.getBoundingClientRect().width);
    }
    const fit = (): void => {
      const count = fittingCount(widths.current, element.clientWidth, MORE_WIDTH);
      setFitting((before) =>
        before?.key === key && before.count === count ? before : { key, count },
      );
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [key, isMeasured]);

  return { nav, count: isMeasured ? fitting.count : tabs.length };
};

export const TabNav = ({ tabs, active }: TabNavProps) => {
  const { pending, open } = useTabOpening();
  const { nav, count } = useFitting(tabs);
  const isDisabled = pending !== undefined;
  const hidden = tabs.slice(count);
  const isActiveHidden = hidden.some(({ id }) => id === active);
  return (
    <nav aria-label="Tabs" className="tab-nav" ref={nav} aria-busy={isDisabled}>
      {tabs.slice(0, count).map((tab) => (
        <TabLink key={tab.id} tab={tab} isActive={tab.id === active} />
      ))}
      {hidden.length > 0 && (
        <Dropdown
          trigger={['click']}
          disabled={isDisabled}
          menu={{
            items: hidden.map(({ id, title }) => ({ key: id, label: title })),
            selectedKeys: [active],
            onClick: ({ key }) => {
              const tab = findTab(key);
              if (tab !== undefined) open(tab.id);
            },
          }}
        >
          <button
            type="button"
            className="tab-link"
            aria-haspopup="menu"
            data-active={isActiveHidden || undefined}
            disabled={isDisabled}
          >
            More <DownOutlined aria-hidden />
          </button>
        </Dropdown>
      )}
    </nav>
  );
};
