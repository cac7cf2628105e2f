import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { matchPath, Navigate, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import {
  FALLBACK_TAB,
  findTab,
  mayOpen,
  resolveEntry,
  resolveTab,
  sectionOf,
  visibleTabs,
  type Permissions,
  type TabId,
} from '@batbot/core';
import { useAccount, useCore, useServices } from '../react/core-context.tsx';
import { DraftsProvider } from '../react/drafts.tsx';
import { currentAddress, tabPath } from '../react/paths.ts';
import { lazyPart } from '../react/lazy-part.tsx';
import { TabOpeningProvider, type TabOpening } from '../react/tab-opening.ts';
import { useLive } from '../react/use-live.ts';
import type { SignedIn } from '../react/use-signed-in.ts';
import { whenIdle } from '../react/when-idle.ts';
import { whenWanted } from '../react/when-wanted.ts';
import { useDeviceWork } from '../screens/parameters/use-device-work.ts';
import { CheckStrip } from '../screens/terminal/checks/CheckBadge.tsx';
import { AntdRoot } from './AntdRoot.tsx';
import { AttentionModal } from './AttentionModal.tsx';
import { playChime } from './chime.ts';
import { ErrorBoundary } from '../react/ErrorBoundary.tsx';
import { Footer } from './Footer.tsx';
import { loadFont } from './load-font.ts';
import { FullPageLoading } from './Loading.tsx';
import { PageProblem } from './PageProblem.tsx';
import { titlePrefix } from '../screens/alarms/alarm-words.ts';
import { subPages, tabScreens } from './tab-screens.ts';
import { StripArea } from './StripArea.tsx';
import { TopBar } from './TopBar.tsx';
import type { LaunchQueue } from './LaunchedFiles.tsx';
import './contrast.css';
import './shell.css';
import './print.css';

const LaunchedFiles = lazyPart(async () => (await import('./LaunchedFiles.tsx')).LaunchedFiles);

/** The queue of launches, which only browsers that install apps have. */
const { launchQueue } = window as { readonly launchQueue?: LaunchQueue };

/** Fetches the user's record once before anything is shown. Returns true when the request has settled. */
const useEntered = (): boolean => {
  const { session } = useAccount();
  const [entered, setEntered] = useState(false);
  useEffect(() => whenWanted(session.refresh(), () => setEntered(true)), [session]);
  return entered;
};

/** Keeps the session while the device is changed, because its end would interrupt the change [SESSION-48]. */
const useSessionHold = (): void => {
  const { session } = useAccount();
  const isWorking = useDeviceWork() !== undefined;
  useEffect(() => (isWorking ? session.hold() : undefined), [session, isWorking]);
};

/** Opens a tab after fetching the user's record, if the tab is still permitted. */
const useOpening = (): TabOpening => {
  const { session } = useAccount();
  const navigate = useNavigate();
  const [pending, setPending] = useState<TabId>();
  const openTab = useCallback(
    async (id: TabId): Promise<void> => {
      setPending(id);
      const refreshed = await session.refresh();
      setPending(undefined);
      const state = session.state$.value;
      if (state.kind === 'signedOut') return;
      // If the server did not answer, the stored permissions apply, so that the device can be used offline [NW-01].
      if (refreshed.ok || refreshed.error.kind === 'unreachable') {
        const tab = resolveTab(id, state.permissions);
        await navigate(tabPath(tab), tab === id ? {} : { state: { refused: id } });
      }
    },
    [session, navigate],
  );
  return useMemo(() => ({ pending, open: (id) => void openTab(id) }), [pending, openTab]);
};

/** The tabs that use the connected device themselves, so that the user needs no hint to another tab. */
const DEVICE_TABS: ReadonlySet<TabId> = new Set([
  'home',
  'terminal',
  'config',
  'smartConfig',
  'romeoConfig',
  'firmwareTab',
]);

/** After connecting on a tab without the device, notifies the user which tab shows it, or that no permitted tab does. */
const useHomeHint = (tab: TabId, permissions: Permissions): void => {
  const { link, notices } = useCore();
  const { kind } = useLive(link.connection$);
  const before = useRef(kind);
  useEffect(() => {
    const isNew = kind === 'connected' && before.current === 'connecting';
    before.current = kind;
    if (!isNew || DEVICE_TABS.has(tab)) return;
    if (mayOpen('home', permissions)) notices.notify({ kind: 'liveDataOnHome' });
    // Assets finds the pack of the device, and installs firmware on it.
    else if (tab !== 'assets' && ![...DEVICE_TABS].some((each) => mayOpen(each, permissions)))
      notices.notify({ kind: 'noTabForDevice' });
  }, [kind, permissions, tab, notices]);
};

/** Plays a sound for each push message after the first click on the page [PUSH-7]. */
const useChime = (): void => {
  const { notices } = useAccount();
  const { firstClick } = useServices();
  useEffect(() => {
    let isClicked = false;
    void firstClick.then(() => {
      isClicked = true;
    });
    const subscription = notices.notices$.subscribe(({ kind }) => {
      if (kind === 'pushMessage' && isClicked) playChime();
    });
    return () => subscription.unsubscribe();
  }, [notices, firstClick]);
};

/** Loads the chunks of all permitted tabs when the page is idle, so that they open without a network. */
const usePrefetch = (permissions: Permissions): void => {
  const { loadWorkspace, clock } = useServices();
  useEffect(() => {
    return whenIdle(clock, () => {
      for (const { id } of visibleTabs(permissions)) {
        tabScreens[id].prefetch();
        for (const { screen } of subPages[id] ?? []) screen.prefetch();
      }
      // From now on, changes of earlier visits are sent. If the chunk fails to load, the next workspace tab loads it again.
      loadWorkspace().catch(() => undefined);
    });
  }, [permissions, loadWorkspace, clock]);
};

/** A permitted tab with its pages. Any other path below the tab redirects to Users [ROUTE-9]. */
const TabRoutes = ({ tab }: { readonly tab: TabId }) => {
  const { Screen } = tabScreens[tab];
  return (
    <Routes>
      <Route path={tab} element={<Screen />} />
      {subPages[tab]?.map(({ path, screen }) => (
        <Route key={path} path={`${tab}/${path}`} element={<screen.Screen />} />
      ))}
      <Route path="*" element={<Navigate to={tabPath(FALLBACK_TAB)} replace />} />
    </Routes>
  );
};

const pageTitle = (tab: TabId, pathname: string): string => {
  const page = subPages[tab]?.find(({ path }) => matchPath(`${tabPath(tab)}/${path}`, pathname));
  return page?.title ?? findTab(tab)?.title ?? '';
};

/**
 * Sets the title of the document: marks for a recording and for alarms, then the name of the page. The marks are
 * visible while the window is in the background.
 */
const ShellTitle = ({ page }: { readonly page: string }) => {
  const { brand } = useServices().config;
  const { alarms, recording } = useCore();
  const prefix = titlePrefix(useLive(alarms.monitoring$), useLive(alarms.raised$));
  const isRecording = useLive(recording.state$).kind === 'recording';
  return <title>{`${isRecording ? '● ' : ''}${prefix}${page} · ${brand.name}`}</title>;
};

interface FrameProps {
  readonly session: SignedIn;
  readonly tab: TabId;
  /** Whether the font has loaded. The width of the tabs depends on it. */
  readonly hasFont: boolean;
}

const ShellFrame = ({ session, tab, hasFont }: FrameProps) => {
  const opening = useOpening();
  useChime();
  const content = useRef<HTMLElement>(null);
  const { pathname } = useLocation();

  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return; // keep the focus at the top of the page after the first render
    shown.current = pathname;
    content.current?.scrollTo(0, 0);
    // If the followed link was removed with its screen, the focus is on the body: move it to the new screen.
    if (document.activeElement === document.body) content.current?.focus({ preventScroll: true });
  }, [pathname]);

  useHomeHint(tab, session.permissions);
  usePrefetch(session.permissions);

  return (
    <TabOpeningProvider value={opening}>
      <div className="shell">
        {launchQueue && <LaunchedFiles queue={launchQueue} permissions={session.permissions} />}
        <ShellTitle page={pageTitle(tab, pathname)} />
        <a className="skip-link" href="#content">
          Skip to content
        </a>
        <div className="shell__bars">
          <TopBar session={session} active={tab} fontKey={String(hasFont)} />
          <ErrorBoundary
            fallback={() => <p role="alert">Alarms cannot be shown. Reload the page.</p>}
          >
            <StripArea />
          </ErrorBoundary>
          <CheckStrip isShown={tab !== 'terminal'} />
        </div>
        <main className="shell__content" id="content" ref={content} tabIndex={-1}>
          <ErrorBoundary
            resetKey={pathname}
            fallback={({ error, retry }) => <PageProblem error={error} onRetry={retry} />}
          >
            <TabRoutes tab={tab} />
          </ErrorBoundary>
          <Footer />
        </main>
      </div>
    </TabOpeningProvider>
  );
};

/** The page of a signed-in user: the bars, the tab and the modals. */
export const Shell = () => {
  const { session } = useAccount();
  const state = useLive(session.state$);
  const { pathname, search } = useLocation();
  const entered = useEntered();
  useSessionHold(); // here, because a redirect unmounts the frame
  const [hasFont, setHasFont] = useState(false);
  useEffect(() => {
    void loadFont(document.fonts).then(() => setHasFont(true));
  }, []);
  if (state.kind === 'signedOut') return null; // the route guard is about to redirect to the login
  const section = sectionOf(pathname);
  const tab = resolveEntry(section, state.permissions);
  const moved = currentAddress(pathname, search);
  return (
    <AntdRoot>
      {!entered && <FullPageLoading />}
      {entered && tab !== section && (
        <Navigate to={tabPath(tab)} replace state={{ refused: section }} />
      )}
      {entered && moved !== undefined && <Navigate to={moved} replace />}
      {entered && tab === section && (
        <DraftsProvider session={session}>
          <ShellFrame session={state} tab={tab} hasFont={hasFont} />
        </DraftsProvider>
      )}
      <AttentionModal />
    </AntdRoot>
  );
};
