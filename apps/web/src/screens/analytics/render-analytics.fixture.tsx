import { page } from 'vitest/browser';
import { renderScreen, type ScreenOptions } from '../../testing/render-screen.fixture.tsx';
import { AnalyticsScreen } from './AnalyticsScreen.tsx';

/** Renders Analytics in a window of 1280 px. */
export const renderAnalytics = async (options: ScreenOptions = {}) => {
  await page.viewport(1280, 800);
  return renderScreen(
    <div className="shell__content" style={{ height: '100vh' }}>
      <AnalyticsScreen />
    </div>,
    { path: '/mainpage/analyticData', ...options },
  );
};
