import { useState } from 'react';
import { LogoutOutlined, MenuOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons';
import { Drawer, Modal } from 'antd';
import { findTab, visibleTabs, type SessionState, type TabId } from '@batbot/core';
import { useCore, useServices } from '../react/core-context.tsx';
import { useTabOpening } from '../react/tab-opening.ts';
import { useLive } from '../react/use-live.ts';
import { useMedia } from '../react/use-media.ts';
import { overlayContainer } from './AntdRoot.tsx';
import { BrandMark } from '../screens/controls/BrandMark.tsx';
import { ErrorBoundary } from '../react/ErrorBoundary.tsx';
import { SerialControl } from './SerialControl.tsx';
import { TabLink } from './TabLink.tsx';
import { TabNav } from './TabNav.tsx';

export interface TopBarProps {
  readonly session: Extract<SessionState, { readonly kind: 'signedIn' }>;
  readonly active: TabId;
}

const ThemeSwitch = () => {
  const { theme } = useServices();
  const isDark = useLive(theme.scheme$) === 'dark';
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={isDark ? 'Light theme' : 'Dark theme'}
      title={isDark ? 'Light theme' : 'Dark theme'}
      onClick={() => {
        theme.chooseMode(isDark ? 'light' : 'dark');
      }}
    >
      {isDark ? <SunOutlined /> : <MoonOutlined />}
    </button>
  );
};

/** A link by its looks and its place among the tabs; it asks before it does anything. */
const LogoutLink = ({ onAsk }: { readonly onAsk: () => void }) => (
  <a
    className="logout-link"
    href="/login"
    onClick={(event) => {
      event.preventDefault();
      onAsk();
    }}
  >
    <LogoutOutlined aria-hidden /> Logout
  </a>
);

const LogoutQuestion = ({ onClose }: { readonly onClose: () => void }) => {
  const core = useCore();
  const isConnected = useLive(core.link.connection$).kind === 'connected';
  const isRecording = useLive(core.recording.state$).kind === 'recording';
  return (
    <Modal
      open
      getContainer={overlayContainer}
      centered
      title="Are you sure to logout"
      okText="Logout"
      cancelText="Cancel"
      onOk={() => void core.session.logout()}
      onCancel={onClose}
    >
      {isConnected
        ? 'The device is disconnected, and settings kept in this browser are removed.'
        : 'Settings kept in this browser are removed.'}
      {isRecording && ' The running recording ends here and is saved.'}
    </Modal>
  );
};

/** Mark, tabs, serial control, greeting. Two rows; below 768 px the tabs move into a drawer. */
export const TopBar = ({ session, active }: TopBarProps) => {
  const { pending } = useTabOpening();
  const { brand } = useServices().config;
  const isNarrow = useMedia('(width < 768px)');
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const tabs = visibleTabs(session.permissions);
  const greeting = `Hi, ${session.user.userName || 'there'}`;
  const ask = (): void => {
    setDrawerOpen(false);
    setAsking(true);
  };

  return (
    <header className="top-bar">
      <div className="top-bar__main">
        {isNarrow && (
          <button
            type="button"
            className="icon-button"
            aria-label="Menu"
            aria-haspopup="dialog"
            onClick={() => {
              setDrawerOpen(true);
            }}
          >
            <MenuOutlined />
          </button>
        )}
        <span className="top-bar__brand">
          <BrandMark size={28} />
          <span>{isNarrow ? findTab(active)?.title : brand.name}</span>
        </span>
        <ErrorBoundary fallback={() => <span role="alert">The serial control has failed.</span>}>
          <SerialControl />
        </ErrorBoundary>
        <div className="top-bar__user">
          {!isNarrow && (
            <span className="top-bar__greeting" title={session.user.userName}>
              {greeting}
            </span>
          )}
          <ThemeSwitch />
          {!isNarrow && <LogoutLink onAsk={ask} />}
        </div>
      </div>
      {!isNarrow && <TabNav tabs={tabs} active={active} />}
      {isNarrow && pending !== undefined && (
        <div className="top-bar__progress" role="status" aria-label="Loading" />
      )}
      <Drawer
        getContainer={overlayContainer}
        open={isNarrow && isDrawerOpen}
        onClose={() => {
          setDrawerOpen(false);
        }}
        placement="left"
        size={300}
        title={greeting}
      >
        <nav aria-label="Tabs" className="drawer-nav">
          {tabs.map((tab) => (
            <TabLink
              key={tab.id}
              tab={tab}
              isActive={tab.id === active}
              onOpen={() => {
                setDrawerOpen(false);
              }}
            />
          ))}
          <LogoutLink onAsk={ask} />
        </nav>
      </Drawer>
      {isAsking && (
        <LogoutQuestion
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </header>
  );
};
