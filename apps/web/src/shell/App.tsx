import { useEffect, useState } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { parseRequestedTab, sectionOf } from '@batbot/core';
import {
  ServicesProvider,
  useAccount,
  useServices,
  type Services,
} from '../react/core-context.tsx';
import { AREA } from '../react/paths.ts';
import { useLive } from '../react/use-live.ts';
import { LoginScreen } from '../screens/login/LoginScreen.tsx';
import { ErrorBoundary } from '../react/ErrorBoundary.tsx';
import { FullPageLoading } from './Loading.tsx';
import { lazyScreen, type LazyScreen } from './lazy-screen.tsx';
import { PageProblem } from './PageProblem.tsx';
import { documentRoutes } from '../screens/documents/document-routes.ts';
import { ToastHost } from './ToastHost.tsx';

/** The shell, loaded together with the device part of the core, which it requires. */
const lazyShell = ({ loadCore }: Services): LazyScreen =>
  lazyScreen(
    async () => {
      const [chunk, { chooseLocale }] = await Promise.all([
        import('./Shell.tsx'),
        import('../text/format.ts'),
        loadCore(),
      ]);
      const value = chooseLocale(navigator.language);
      // uPlot cannot be loaded if the language tag is invalid. The next load of the page has the browser's tag again.
      if (value !== navigator.language)
        Object.defineProperty(navigator, 'language', { value, configurable: true });
      return chunk.Shell;
    },
    <FullPageLoading />,
  );

const notFound = lazyScreen(
  () => import('../screens/not-found/NotFoundScreen.tsx').then((chunk) => chunk.NotFoundScreen),
  null,
);
const documents = lazyScreen(
  () => import('../screens/documents/DocumentScreen.tsx').then((chunk) => chunk.DocumentScreen),
  <FullPageLoading />,
);

const invitation = lazyScreen(
  () => import('../screens/login/InvitationScreen.tsx').then((chunk) => chunk.InvitationScreen),
  <FullPageLoading />,
);

/** The tab that the visitor requested before signing in. The router's state is foreign data and is parsed [RT-02]. */
const requestedTab = (state: unknown) =>
  parseRequestedTab(
    typeof state === 'object' && state !== null && 'next' in state ? state.next : undefined,
  );

const LoginGate = ({ shell }: { readonly shell: LazyScreen }) => {
  const session = useLive(useAccount().session.state$);
  const location = useLocation();
  const left: unknown = location.state; // the router types it as any
  const { prefetch } = shell;
  useEffect(() => {
    // Loads the shell when the user begins to sign in, so that it does not delay the login page and is ready afterwards.
    const once = new AbortController();
    const begin = (): void => {
      once.abort();
      prefetch();
    };
    for (const name of ['pointerdown', 'keydown', 'input'])
      addEventListener(name, begin, { signal: once.signal });
    return () => once.abort();
  }, [prefetch]);
  if (session.kind === 'signedOut') return <LoginScreen />;
  return <Navigate to={`${AREA}/${requestedTab(left) ?? ''}`} replace />;
};

const ShellGate = ({ shell }: { readonly shell: LazyScreen }) => {
  const session = useLive(useAccount().session.state$);
  const { pathname } = useLocation();
  // Another tab may replace the user in one step. The key discards everything that the previous user typed.
  if (session.kind === 'signedIn') return <shell.Screen key={session.user.userid} />;
  const next = session.cause === 'none' ? parseRequestedTab(sectionOf(pathname)) : undefined;
  return <Navigate to="/login" replace state={{ next }} />;
};

/** Reports the current path to the core, and that the page was restored from the back/forward cache [RT-06]. */
const CoreReporter = () => {
  const { account, core$ } = useServices();
  const core = useLive(core$);
  const { pathname } = useLocation();
  useEffect(() => {
    core?.showPath(pathname);
  }, [core, pathname]);
  useEffect(() => {
    const onShow = (event: PageTransitionEvent): void => {
      if (event.persisted) account.session.recheck();
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, [account]);
  return null;
};

const Pages = () => {
  const services = useServices();
  const [shell] = useState(() => lazyShell(services));
  const { pathname } = useLocation();
  return (
    <ErrorBoundary
      resetKey={pathname}
      fallback={({ error, retry }) => <PageProblem error={error} onRetry={retry} />}
    >
      <Routes>
        {['/', '/login'].map((path) => (
          <Route key={path} path={path} element={<LoginGate shell={shell} />} />
        ))}
        <Route path={`${AREA}/*`} element={<ShellGate shell={shell} />} />
        {documentRoutes.map((path) => (
          <Route key={path} path={path} element={<documents.Screen />} />
        ))}
        <Route path="/invitation" element={<invitation.Screen />} />
        <Route path="*" element={<notFound.Screen />} />
      </Routes>
    </ErrorBoundary>
  );
};

export const App = ({ services }: { readonly services: Services }) => (
  <ServicesProvider value={services}>
    {/* A transition would wait until no live data arrives while the new page renders [RT-09]. */}
    <BrowserRouter useTransitions={false}>
      <CoreReporter />
      <Pages />
      <ToastHost />
    </BrowserRouter>
  </ServicesProvider>
);
