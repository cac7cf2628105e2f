import './older-browsers.ts';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { compose } from './compose/compose.ts';
import { loadConfig } from './config.ts';
import { ErrorBoundary } from './react/ErrorBoundary.tsx';
import { App } from './shell/App.tsx';
import { followSystem, followTheme } from './shell/apply-theme.ts';
import { StartProblem } from './shell/StartProblem.tsx';
import { installTrustedTypes } from './trusted-types.ts';
import './shell/base.css';

const STOPPED = { kind: 'unexpected', message: 'An error stopped the app.' } as const;

const start = async (container: HTMLElement): Promise<void> => {
  const config = await loadConfig((...request) => fetch(...request));
  if (!config.ok) {
    followSystem(document, matchMedia('(prefers-color-scheme: dark)'));
    createRoot(container).render(<StartProblem error={config.error} />);
    return;
  }
  const { services, reportError } = await compose(config.value, window);
  followTheme(document, services.theme, config.value.brand.primaryColor);
  const root = createRoot(container, {
    onCaughtError: reportError,
    onUncaughtError: reportError,
  });
  // React renders a transition in short tasks, so a phone reacts to input while the first page is rendered.
  startTransition(() =>
    root.render(
      <StrictMode>
        <ErrorBoundary fallback={() => <StartProblem error={STOPPED} />}>
          <App services={services} />
        </ErrorBoundary>
      </StrictMode>,
    ),
  );
};

installTrustedTypes(window);
const container = document.querySelector<HTMLElement>('#root');
if (container !== null) void start(container);
