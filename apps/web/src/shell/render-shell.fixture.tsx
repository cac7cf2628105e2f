import { Route, Routes } from 'react-router-dom';
import { renderScreen, type ScreenOptions } from '../testing/render-screen.fixture.tsx';
import { Shell } from './Shell.tsx';

/** Renders the shell with the screen of an address. */
export const renderShell = (path: string, options: ScreenOptions = {}) =>
  renderScreen(
    <Routes>
      <Route path="/mainpage/*" element={<Shell />} />
    </Routes>,
    { ...options, path },
  );
