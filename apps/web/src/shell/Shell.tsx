import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { resolveEntry, resolveTab, type SessionState, type TabId } from '@batbot/core';
import { useAccount } from '../react/core-context.tsx';
import { DraftsProvider } from '../react/drafts.tsx';
import { TabOpeningProvider, type TabOpening } from '../react/tab-opening.ts';
import { useLive } from '../react/use-live.ts';
import { AlarmButton } from '../screens/alarms/AlarmButton.tsx';
import { AlarmStrip } from '../screens/alarms/AlarmStrip.tsx';
import { RecordBar } from '../screens/sessions/RecordBar.tsx';
import { GuidedStrip } from '../screens/terminal/guided/GuidedStrip.tsx';
import { isSessionsSearch } from '../screens/sessions/sessions-view.ts';
import { isTeachSearch } from '../screens/controls/teach-view.ts';
import { AntdRoot } from './AntdRoot.tsx';
import { AttentionModal } from './AttentionModal.tsx';
import { ErrorBoundary } from '../react/ErrorBoundary.tsx';
import { Footer } from './Footer.tsx';
import { loadFont } from './load-font.ts';
import { FullPageLoading } from './FullPageLoading.tsx';
import type { LazyScreen } from './lazy-screen.tsx';
import { PageProblem } from './PageProblem.tsx';
import { ShellTitle } from './ShellTitle.tsx';
import { sessionsScreen, tabScreens, teachScreen } from './tab-screens.ts';
import { TopBar } from './TopBar.tsx';
import { UpdatePrompt } from './UpdatePrompt.tsx';
import './shell.css';

type SignedIn = Extract<SessionState, { readonly kind: 'signedIn' }>;

const AREA = '/mainpage';

/** What follows the area in a path, without slashes at its ends. */
const childOf = (pathname: string): string => pathname.slice(AREA.length).replace(/^\/+|\/+$/g, '');

/** Fetches the user's record once before anything is shown. True when that has ended, well or not. */
const useEntered = (): boolean => {
  const { session } = useAccount();
  const [entered, setEntered] = useState(false);
  useEffect(() => {
    let isShown = true;
    void session.refresh().then(() => {
      if (isShown) setEntered(true);
    });
    return () => {
      isShown = false;
    };
  }, [session]);
  return entered;
};

/** A click on a tab: the record first, then the tab, if it is still permitted. */
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
      // Without an answer the stored permissions decide: the serial work goes on offline [NW-01].
      if (refreshed.ok || refreshed.error.kind === 'unreachable') {
        await navigate(`${AREA}/${resolveTab(id, state.permissions)}`);
      }
    },
    [session, navigate],
  );
  return useMemo(() => ({ pending, open: (id) => void openTab(id) }), [pending, openTab]);
};

/** What the address shows: a tab's own screen, or one that stands over Home or Terminal. */
const screenFor = (tab: TabId, search: string): LazyScreen => {
  const isOverDevice = tab === 'home' || tab === 'terminal';
  if (isOverDevice && isSessionsSearch(search)) return sessionsScreen;
  return tab === 'home' && isTeachSearch(search) ? teachScreen : tabScreens[tab];
};

const ShellFrame = ({ session, tab }: { readonly session: SignedIn; readonly tab: TabId }) => {
  const opening = useOpening();
  const content = useRef<HTMLElement>(null);
  const { search } = useLocation();
  const isOverDevice = tab === 'home' || tab === 'terminal';
  const isInSessions = isOverDevice && isSessionsSearch(search);
  const { Screen } = screenFor(tab, search);

  useEffect(() => {
    content.current?.scrollTo(0, 0);
  }, [tab]);

  const shown = useRef(`${tab}${search}`);
  useEffect(() => {
    if (shown.current === `${tab}${search}`) return; // the first screen: Tab begins at the top of the page
    shown.current = `${tab}${search}`;
    // The link that led here may have gone with its screen, and the focus with it.
    if (document.activeElement === document.body) content.current?.focus({ preventScroll: true });
  }, [tab, search]);

  return (
    <TabOpeningProvider value={opening}>
      <div className="shell">
        <ShellTitle tab={tab} />
        <a className="skip-link" href="#content">
          Skip to content
        </a>
        <div className="shell__bars">
          <TopBar session={session} active={tab} />
          <UpdatePrompt />
          <ErrorBoundary
            fallback={() => <p role="alert">Alarms cannot be shown. Reload the page.</p>}
          >
            <AlarmStrip />
          </ErrorBoundary>
          <GuidedStrip isShown={tab !== 'terminal'} />
        </div>
        <main className="shell__content" id="content" ref={content} tabIndex={-1}>
          {isOverDevice && (
            <RecordBar isInSessions={isInSessions}>
              <AlarmButton />
            </RecordBar>
          )}
          <ErrorBoundary
            resetKey={`${tab}${search}`}
            fallback={({ error, retry }) => <PageProblem error={error} onRetry={retry} />}
          >
            <Screen key={isInSessions ? 'sessions' : tab} />
          </ErrorBoundary>
          <Footer />
        </main>
      </div>
    </TabOpeningProvider>
  );
};

/** Everything a signed-in user sees: the bar, the tab, the modals. */
export const Shell = () => {
  const state = useLive(useAccount().session.state$);
  const { pathname } = useLocation();
  const entered = useEntered();
  useEffect(() => {
    void loadFont(document.fonts);
  }, []);
  if (state.kind === 'signedOut') return null; // the gate above is about to leave
  const tab = resolveEntry(childOf(pathname), state.permissions);
  const isThere = pathname === `${AREA}/${tab}`;
  return (
    <AntdRoot>
      {!entered && <FullPageLoading />}
      {entered && !isThere && <Navigate to={`${AREA}/${tab}`} replace />}
      {entered && isThere && (
        <DraftsProvider key={state.user.userid}>
          <ShellFrame session={state} tab={tab} />
        </DraftsProvider>
      )}
      <AttentionModal />
    </AntdRoot>
  );
};
