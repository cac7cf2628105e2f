import { createFakeParameters, readingOf, VALUES } from '../../testing/fake-parameters.fixture.ts';
import { renderScreen, type ScreenOptions } from '../../testing/render-screen.fixture.tsx';
import { ConfigScreen } from './ConfigScreen.tsx';

/** Renders Configuration with a device whose values are not read. */
export const renderConfig = async (options: ScreenOptions = {}) => {
  const device = createFakeParameters();
  const rendered = await renderScreen(
    <main tabIndex={-1}>
      <ConfigScreen />
    </main>,
    { path: '/mainpage/config', parameters: device.service, ...options },
  );
  return { device, ...rendered };
};

/** Renders Configuration with the values of a device. */
export const renderRead = async (options: ScreenOptions = {}, change = {}) => {
  const rendered = await renderConfig(options);
  rendered.device.setState({ kind: 'clean', device: readingOf(VALUES, change), edits: {} });
  return rendered;
};
