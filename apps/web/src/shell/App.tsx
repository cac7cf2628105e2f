import { useEffect } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { parseRequestedTab, sectionOf } from '@batbot/core';
import { ServicesProvider, useCore, type Services } from '../react/core-context.tsx';
import { useLive } from '../react/use-live.ts';
import { LoginScreen } from '../screens/login/LoginScreen.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { FullPageLoading } from './FullPageLoading.tsx';
import { lazyScreen } from './lazy-screen.tsx';
import { PageProblem } from './PageProblem.tsx';
import { documentRoutes } from './document-routes.ts';
import { ToastHost } from './ToastHost.tsx';

const shell = lazyScreen(
  () => import('./Shell.tsx').then((chunk) => chunk.Shell),
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

/** Where the visitor wanted to go before signing in, as the guard left it: any value may be there [RT-02]. */
const requestedTab = (state: unknown) =>
  parseRequestedTab(
    typeof state === 'object' && state !== null && 'next' in state ? state.next : undefined,
  );

const LoginGate = () => {
  const session = useLive(useCore().session.state$);
  const { state } = useLocation();
  useEffect(() => {
    // Once the page is idle: signing in then finds the shell there.
    const handle = requestIdleCallback(shell.prefetch, { timeout: 3_000 });
    return () => {
      cancelIdleCallback(handle);
    };
  }, []);
  if (session.kind === 'signedOut') return <LoginScreen />;
  return <Navigate to={`/mainpage/${requestedTab(state) ?? ''}`} replace />;
};

const ShellGate = () => {
  const session = useLive(useCore().session.state$);
  const { pathname } = useLocation();
  if (session.kind === 'signedIn') return <shell.Screen />;
  const next = session.cause === 'none' ? parseRequestedTab(sectionOf(pathname)) : undefined;
  return <Navigate to="/login" replace state={{ next }} />;
};

/** Tells the core where the user is, and that a page came back from the cache of the Back button [RT-06]. */
const CoreReporter = () => {
  const core = useCore();
  const { pathname } = useLocation();
  useEffect(() => {
    core.showPath(pathname);
  }, [core, pathname]);
  useEffect(() => {
    const onShow = (event: PageTransitionEvent): void => {
      if (event.persisted) core.session.recheck();
    };
    addEventListener('pageshow', onShow);
    return () => {
      removeEventListener('pageshow', onShow);
    };
  }, [core]);
  return null;
};

const Pages = () => {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary
      resetKey={pathname}
      fallback={({ error, retry }) => <PageProblem error={error} onRetry={retry} />}
    >
      <Routes>
        {['/', '/login'].map((path) => (
          <Route key={path} path={path} element={<LoginGate />} />
        ))}
        <Route path="/mainpage/*" element={<ShellGate />} />
        {documentRoutes.map((path) => (
          <Route key={path} path={path} element={<documents.Screen />} />
        ))}
        <Route path="*" element={<notFound.Screen />} />
      </Routes>
    </ErrorBoundary>
  );
};

export const App = ({ services }: { readonly services: Services }) => (
  <ServicesProvider value={services}>
    <BrowserRouter>
      <CoreReporter />
      <Pages />
      <ToastHost />
    </BrowserRouter>
  </ServicesProvider>
);
