import { useState } from 'react';
import { Link } from 'react-router-dom';
import { UserOutlined } from '@ant-design/icons';
import { Button, Modal, type MenuProps } from 'antd';
import { useServices } from '../react/core-context.tsx';
import type { Density, ThemeMode } from '../react/theme-choice.ts';
import { HANDBOOK } from '../react/paths.ts';
import { useFocusReturn } from '../react/use-focus-return.ts';
import { useLive } from '../react/use-live.ts';
import { useMedia } from '../react/use-media.ts';
import { DOCUMENTS, imprintText } from '../screens/controls/imprint.ts';
import { Menu } from '../screens/controls/Menu.tsx';

const MODES: readonly (readonly [ThemeMode, string])[] = [
  ['system', 'System theme'],
  ['light', 'Light theme'],
  ['dark', 'Dark theme'],
];

const DENSITIES: readonly (readonly [Density, string])[] = [
  ['comfortable', 'Comfortable'],
  ['compact', 'Compact'],
];

/** The keyboard shortcuts of every tab. The terminal lists its own. */
const SHORTCUTS = [
  ['Ctrl+K', 'Search or jump: tabs, packs, sessions, checks, commands'],
  ['G then H', 'Go to Home'],
  ['G then T', 'Go to Terminal'],
  ['G then A', 'Go to Assets'],
  ['R', 'Start or stop recording'],
  ['Alt+Shift+A', 'Acknowledge all alarms'],
] as const;

const ShortcutList = ({ onClose }: { readonly onClose: () => void }) => {
  useFocusReturn();
  return (
    <Modal open title="Keyboard shortcuts" footer={null} onCancel={onClose}>
      <dl className="shortcut-list">
        {SHORTCUTS.map(([keys, text]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
};

/** A menu entry with a check mark if it is chosen, so that colour is not the only sign. */
const checked = (label: string, isChosen: boolean) => (
  <>
    {label} {isChosen && <span aria-label="chosen">✓</span>}
  </>
);

/** The greeting, which opens the user's menu: theme, density, shortcuts, documents, Logout. */
export const UserMenu = ({
  userName,
  onLogout,
}: {
  readonly userName: string;
  readonly onLogout: () => void;
}) => {
  const { theme, config } = useServices();
  const mode = useLive(theme.mode$);
  const density = useLive(theme.density$);
  const [isListing, setListing] = useState(false);
  const greeting = `Hi, ${userName || 'there'}`;
  const hasGreeting = useMedia('(width >= 1024px)');
  const items: MenuProps['items'] = [
    ...(hasGreeting ? [] : [{ key: 'greeting', disabled: true, label: <bdi>{greeting}</bdi> }]),
    {
      type: 'group',
      label: 'Theme',
      children: MODES.map(([key, label]) => ({
        key,
        label: checked(label, key === mode),
        onClick: () => theme.chooseMode(key),
      })),
    },
    {
      type: 'group',
      label: 'Density',
      children: DENSITIES.map(([key, label]) => ({
        key,
        label: checked(label, key === density),
        onClick: () => theme.chooseDensity(key),
      })),
    },
    { type: 'divider' },
    {
      key: 'shortcuts',
      label: 'Keyboard shortcuts',
      onClick: () => setListing(true),
    },
    {
      key: 'handbook',
      label: (
        <a href={HANDBOOK} target="_blank" rel="noreferrer">
          Handbook
        </a>
      ),
    },
    ...DOCUMENTS.map(([path, label]) => ({ key: path, label: <Link to={path}>{label}</Link> })),
    {
      key: 'version',
      disabled: true,
      label: imprintText(config.brand.companyName),
    },
    { type: 'divider' },
    { key: 'logout', label: 'Logout', onClick: onLogout },
  ];
  return (
    <>
      <Menu placement="bottomRight" menu={{ items }}>
        <Button type="text" className="user-menu" aria-haspopup="menu" title={greeting}>
          <UserOutlined aria-hidden />
          <span className="user-menu__greeting ellipsis">
            <bdi>{greeting}</bdi>
          </span>
        </Button>
      </Menu>
      {isListing && <ShortcutList onClose={() => setListing(false)} />}
    </>
  );
};
