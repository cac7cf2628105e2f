import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { Button, Input, Modal, type InputRef } from 'antd';
import { mayOpen, visibleTabs } from '@batbot/core';
import { restOf } from '@batbot/core/workspace';
import { useCore, useServices } from '../react/core-context.tsx';
import { useDraft } from '../react/drafts.tsx';
import { HANDBOOK, rowPath, useSessionPaths } from '../react/paths.ts';
import { shownTerminal } from '../react/shown-terminal.ts';
import { useTabOpening } from '../react/tab-opening.ts';
import { useFocusReturn } from '../react/use-focus-return.ts';
import { useConnected } from '../react/use-connected.ts';
import { useLive } from '../react/use-live.ts';
import { useSessions } from '../react/use-sessions.ts';
import { useDeviceWork } from '../screens/parameters/use-device-work.ts';
import { useSignedIn } from '../react/use-signed-in.ts';
import { openOf } from '../screens/alarms/alarm-words.ts';
import { dateTimeText } from '../text/format.ts';
import { useRows } from '../screens/workspace/use-workspace.ts';
import './command-palette.css';

interface PaletteEntry {
  readonly id: string;
  readonly title: string;
  /** What the entry does or opens, in a few words. */
  readonly detail?: string;
  /** The keyboard shortcut of the same action. */
  readonly keys?: string;
  readonly run: () => void;
}

interface PaletteSection {
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
}

/** Largest number of entries that a section shows while the query is empty. */
const SHORT = 5;
/** Largest number of entries that a section shows for a query. */
const LONG = 12;

const useActions = (): readonly PaletteEntry[] => {
  const { alarms, link, recording } = useCore();
  const { theme } = useServices();
  const isConnected = useConnected();
  const isRecording = useLive(recording.state$).kind === 'recording';
  const open = openOf(useLive(alarms.raised$)).length;
  const isWorking = useDeviceWork() !== undefined;
  const isDark = useLive(theme.scheme$) === 'dark';
  const entries: PaletteEntry[] = [];
  if (isRecording || isConnected) {
    entries.push({
      id: 'record',
      title: isRecording ? 'Stop recording' : 'Record',
      keys: 'R',
      run: () => {
        if (isRecording) void recording.stop();
        else recording.start();
      },
    });
  }
  if (open > 0) {
    entries.push({
      id: 'acknowledge',
      title: 'Acknowledge all alarms',
      keys: 'Alt+Shift+A',
      run: () => alarms.acknowledge(),
    });
  }
  if (isConnected && !isWorking)
    entries.push({ id: 'disconnect', title: 'Disconnect', run: () => void link.disconnect() });
  entries.push({
    id: 'theme',
    title: isDark ? 'Light theme' : 'Dark theme',
    run: () => theme.chooseMode(isDark ? 'light' : 'dark'),
  });
  entries.push({
    id: 'handbook',
    title: 'Handbook',
    detail: 'Opens in a new tab',
    run: () => window.open(HANDBOOK, '_blank', 'noreferrer'),
  });
  return entries;
};

const useSections = (): readonly PaletteSection[] => {
  const { palette, procedures } = useCore();
  const permissions = useSignedIn()?.permissions;
  const { open } = useTabOpening();
  const navigate = useNavigate();
  const paths = useSessionPaths();
  const commands = useLive(palette.commands$);
  const checks = useLive(procedures.checks.list$);
  const sessions = useSessions();
  const draft = useDraft('command', () => '');
  const actions = useActions();
  if (permissions === undefined) return [];
  const mayTerminal = mayOpen('terminal', permissions);
  const maySessions = mayTerminal || mayOpen('home', permissions);
  // The list of sessions is a page of these tabs.
  const recorded = maySessions ? sessions : [];
  const serials = new Set(recorded.flatMap(({ identity }) => identity?.serial ?? []));
  return [
    {
      title: 'Tabs',
      entries: visibleTabs(permissions).map(({ id, title }) => ({
        id,
        title,
        ...(id === 'home' ? { keys: 'G H' } : {}),
        ...(id === 'terminal' ? { keys: 'G T' } : {}),
        ...(id === 'assets' ? { keys: 'G A' } : {}),
        run: () => open(id),
      })),
    },
    { title: 'Actions', entries: actions },
    {
      title: 'Packs',
      entries: [...serials].map((serial) => ({
        id: serial,
        title: `SN ${serial}`,
        detail: 'Sessions of this pack',
        run: () => void navigate(`${paths.list}?q=${encodeURIComponent(serial)}`),
      })),
    },
    {
      title: 'Sessions',
      entries: maySessions
        ? [
            { id: 'all', title: 'All sessions', run: () => void navigate(paths.list) },
            ...sessions.map(({ id, name, startedAt }) => ({
              id,
              title: name,
              detail: dateTimeText(startedAt),
              run: () => void navigate(paths.details(id)),
            })),
          ]
        : [],
    },
    {
      title: 'Checks',
      entries: mayTerminal
        ? checks.map(({ name, purpose }) => ({
            id: name,
            title: name,
            detail: purpose,
            run: () => {
              const terminal = shownTerminal();
              if (terminal !== undefined) terminal.openChecks();
              else void procedures.checks.start(name).then(() => open('terminal'));
            },
          }))
        : [],
    },
    {
      title: 'Commands',
      entries: mayTerminal
        ? commands.map(({ head, name }) => ({
            id: head,
            title: head,
            detail: name,
            run: () => {
              const terminal = shownTerminal();
              if (terminal !== undefined) {
                terminal.fill(head);
                return;
              }
              draft.change(head);
              open('terminal');
            },
          }))
        : [],
    },
  ];
};

/**
 * Returns a function that finds the packs of the workspace by serial number, and whether only a part of them is copied.
 * The workspace is not part of the shell, so its code is loaded with the first use. Until then, and for a user who may not
 * see packs, no packs are found.
 */
const useFoundPacks = (): [find: (query: string) => readonly PaletteEntry[], isPart: boolean] => {
  const permissions = useSignedIn()?.permissions;
  const mayAssets = permissions !== undefined && mayOpen('assets', permissions);
  const navigate = useNavigate();
  const { workspace$, loadWorkspace } = useServices();
  const workspace = useLive(workspace$);
  const [rows, items] = useRows();
  useEffect(() => {
    // Without network the code may be missing.
    if (mayAssets) loadWorkspace().catch(() => undefined);
  }, [mayAssets, loadWorkspace]);
  const find = useMemo(
    () => (mayAssets ? workspace?.packFinder(rows, items) : undefined),
    [mayAssets, workspace, rows, items],
  );
  const found = (query: string): readonly PaletteEntry[] => {
    const text = query.trim().replace(/^sn\s+/i, ''); // packs are listed as "SN …"
    if (text === '' || find === undefined) return [];
    return find(text, LONG).map(({ id, serial }) => ({
      id: `pack ${id}`,
      title: `SN ${serial}`,
      detail: 'Opens the pack',
      run: () => void navigate(rowPath('assets', id)),
    }));
  };
  return [found, find !== undefined && restOf(rows, 'asset') !== undefined];
};

const isMatch = ({ title, detail = '' }: PaletteEntry, words: readonly string[]): boolean => {
  const text = `${title} ${detail}`.toLowerCase();
  return words.every((word) => text.includes(word));
};

/** The command palette (Ctrl+K on every tab): opens tabs, packs and sessions, starts checks and inserts commands. */
export const CommandPalette = ({ onClose }: { readonly onClose: () => void }) => {
  const sections = useSections();
  const [foundPacks, isPart] = useFoundPacks();
  useFocusReturn();
  const [query, setQuery] = useState('');
  const [index, setIndex] = useState(0);
  const field = useRef<InputRef>(null);
  const list = useRef<HTMLDivElement>(null);
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const limit = words.length === 0 ? SHORT : LONG;
  const shown = sections
    .map(({ title, entries }) => ({
      title,
      entries:
        words.length === 0 && title === 'Tabs'
          ? entries
          : [
              ...(title === 'Packs' ? foundPacks(query) : []),
              ...entries.filter((entry) => isMatch(entry, words)),
            ].slice(0, limit),
    }))
    .filter(({ entries }) => entries.length > 0);
  const all = shown.flatMap(({ title, entries }) =>
    entries.map((entry) => ({ entry, key: `${title} ${entry.id}` })),
  );
  const current = all[Math.min(index, all.length - 1)];
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current?.key]);
  const run = (entry: PaletteEntry): void => {
    flushSync(onClose); // close first: an entry may move the focus
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && all.length > 0) {
      event.preventDefault();
      setIndex((Math.min(index, all.length - 1) + step + all.length) % all.length);
    } else if (event.key === 'Enter' && current !== undefined) {
      event.preventDefault();
      run(current.entry);
    }
  };
  return (
    <Modal
      open
      className="command-palette"
      title={<span className="visually-hidden">Search or jump</span>}
      closable={false}
      footer={null}
      afterOpenChange={(isOpen) => {
        if (isOpen) field.current?.focus();
      }}
      onCancel={onClose}
    >
      <Input
        ref={field}
        role="combobox"
        aria-label="Search or jump"
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={current && `palette-${all.indexOf(current)}`}
        autoComplete="off"
        placeholder="Tab, pack, session, check, command"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setIndex(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        ref={list}
        id="palette-list"
        className="command-palette__list"
        role="listbox"
        aria-label="Results"
      >
        {shown.map(({ title, entries }) => (
          <div key={title} role="group" aria-label={title}>
            <div className="command-palette__section" aria-hidden>
              {title}
            </div>
            {entries.map((entry) => {
              const key = `${title} ${entry.id}`;
              return (
                <Button
                  key={key}
                  id={`palette-${all.findIndex((each) => each.key === key)}`}
                  type="text"
                  block
                  className="command-palette__entry"
                  role="option"
                  tabIndex={-1}
                  aria-selected={key === current?.key}
                  onClick={() => run(entry)}
                >
                  <bdi className="command-palette__title ellipsis">{entry.title}</bdi>
                  {entry.detail !== undefined && (
                    <span className="muted ellipsis">{entry.detail}</span>
                  )}
                  {entry.keys !== undefined && <kbd>{entry.keys}</kbd>}
                </Button>
              );
            })}
          </div>
        ))}
      </div>
      {all.length === 0 && (
        <p role="status">
          Nothing matches “{query}”.
          {isPart && ' Only a part of the packs is on this computer: load more on Assets.'}
        </p>
      )}
    </Modal>
  );
};
