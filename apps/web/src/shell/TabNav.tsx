import { useLayoutEffect, useRef, useState } from 'react';
import {
  BarChartOutlined,
  CodeOutlined,
  DatabaseOutlined,
  DownOutlined,
  HomeOutlined,
  MenuOutlined,
  MessageOutlined,
  QuestionCircleOutlined,
  TeamOutlined,
  ToolOutlined,
  UploadOutlined,
} from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { findTab, type Tab, type TabId } from '@batbot/core';
import { useTabOpening } from '../react/tab-opening.ts';
import { Menu } from '../screens/controls/Menu.tsx';
import { TabAnchor } from '../screens/controls/TabAnchor.tsx';
import { fittingCount } from './fitting-count.ts';

export interface TabNavProps {
  readonly tabs: readonly Tab[];
  readonly active: TabId;
  readonly onLogout: () => void;
}

interface TabRowProps extends TabNavProps {
  /** Changes with the font, so that the tabs are measured again. */
  readonly fontKey: string;
}

/** Width of the "More" button in pixels. */
const MORE_WIDTH = 80;

interface TabLinkProps {
  readonly tab: Tab;
  readonly isActive: boolean;
  readonly onOpen?: () => void;
}

/** A tab of the bar or of the drawer, with a spinner while the app waits for the user's record. */
const TabLink = ({ tab, isActive, onOpen }: TabLinkProps) => {
  const isPending = useTabOpening().pending === tab.id;
  return (
    <TabAnchor
      tab={tab.id}
      className={isPending ? 'tab-link tab-link--pending' : 'tab-link'}
      isCurrent={isActive}
      {...(onOpen === undefined ? {} : { onOpen })}
    >
      <span className="tab-link__title">{tab.title}</span>
      {isPending && <span className="spinner" aria-hidden />}
    </TabAnchor>
  );
};

/** Looks like a tab and stands among the tabs, but asks for confirmation before it signs the user out. */
const LogoutLink = ({ onLogout }: { readonly onLogout: () => void }) => (
  <a
    className="tab-link"
    href="/login"
    onClick={(event) => {
      event.preventDefault();
      onLogout();
    }}
  >
    Logout
  </a>
);

/**
 * Counts the tabs that fit. All tabs are rendered and measured before the browser paints; the others are then removed.
 */
const useFitting = (tabs: readonly Tab[], fontKey: string) => {
  const nav = useRef<HTMLElement>(null);
  const key = [fontKey, ...tabs.map(({ id }) => id)].join(' ');
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
    return () => observer.disconnect();
  }, [key, isMeasured]);

  return { nav, count: isMeasured ? fitting.count : tabs.length };
};

/** The tabs in one row. Those that do not fit are in the "More" menu; the active tab is always in the row. */
export const TabNav = ({ tabs, active, onLogout, fontKey }: TabRowProps) => {
  const { pending, open } = useTabOpening();
  const { nav, count } = useFitting(tabs, fontKey);
  const isDisabled = pending !== undefined;
  const fitting = tabs.slice(0, count);
  const activeTab = tabs.find(({ id }) => id === active);
  const shown =
    activeTab === undefined || fitting.includes(activeTab)
      ? fitting
      : [...fitting.slice(0, -1), activeTab];
  const hidden = tabs.filter((tab) => !shown.includes(tab));
  return (
    <div className="tab-row">
      <nav aria-label="Tabs" className="tab-nav" ref={nav} aria-busy={isDisabled}>
        {shown.map((tab) => (
          <TabLink key={tab.id} tab={tab} isActive={tab.id === active} />
        ))}
        {/* Always rendered, so that the menu stays open while the tabs are measured again. */}
        <Menu
          disabled={isDisabled}
          menu={{
            items: hidden.map(({ id, title }) => ({ key: id, label: title })),
            onClick: ({ key }) => {
              const tab = findTab(key);
              if (tab !== undefined) open(tab.id);
            },
          }}
        >
          <Button
            type="text"
            style={{ height: 36, display: hidden.length > 0 ? undefined : 'none' }}
            aria-haspopup="menu"
          >
            More <DownOutlined aria-hidden />
          </Button>
        </Menu>
      </nav>
      <LogoutLink onLogout={onLogout} />
    </div>
  );
};

/** The tabs of the bottom bar, the most used first. */
const MOST_USED = [
  { id: 'home', Icon: HomeOutlined },
  { id: 'terminal', Icon: CodeOutlined },
  { id: 'assets', Icon: DatabaseOutlined },
  { id: 'servicetab', Icon: ToolOutlined },
  { id: 'complaint', Icon: MessageOutlined },
  { id: 'analyticData', Icon: BarChartOutlined },
  { id: 'upload', Icon: UploadOutlined },
  { id: 'users', Icon: TeamOutlined },
  { id: 'support', Icon: QuestionCircleOutlined },
] as const;
const MAX_IN_BAR = 4;

/** The navigation below 768 px: the user's four most used tabs at the bottom, and a drawer with all tabs. */
export const BottomBar = ({ tabs, active, onLogout }: TabNavProps) => {
  const { pending } = useTabOpening();
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  const shown = MOST_USED.flatMap(({ id, Icon }) => {
    const tab = tabs.find((each) => each.id === id);
    return tab === undefined ? [] : [{ ...tab, Icon }];
  }).slice(0, MAX_IN_BAR);
  return (
    <>
      <nav aria-label="Tabs" className="bottom-bar" aria-busy={pending !== undefined}>
        {shown.map(({ id, title, Icon }) => (
          <TabAnchor key={id} tab={id} className="bottom-bar__tab" isCurrent={id === active}>
            {pending === id ? <span className="spinner" aria-hidden /> : <Icon aria-hidden />}
            {title}
          </TabAnchor>
        ))}
        <Button
          type="text"
          className="bottom-bar__tab"
          aria-haspopup="dialog"
          data-current={shown.some(({ id }) => id === active) ? undefined : true}
          onClick={() => setOpen(true)}
        >
          <MenuOutlined aria-hidden />
          All tabs
        </Button>
      </nav>
      <Drawer open={isOpen} onClose={close} placement="bottom" size="80dvh" title="All tabs">
        <nav aria-label="All tabs" className="drawer-nav">
          {tabs.map((tab) => (
            <TabLink key={tab.id} tab={tab} isActive={tab.id === active} onOpen={close} />
          ))}
          <LogoutLink
            onLogout={() => {
              close();
              onLogout();
            }}
          />
        </nav>
      </Drawer>
    </>
  );
};
