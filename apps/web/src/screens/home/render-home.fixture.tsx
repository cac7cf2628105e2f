import { renderScreen, type TestPack } from '../../testing/render-screen.fixture.tsx';
import { HomeScreen } from './HomeScreen.tsx';

/** Voltages of 16 similar cells in mV. */
export const SIXTEEN = Array.from({ length: 16 }, (_, index) => 3_300 + (index % 3));

/** Renders Home with a connected pack that has answered once. */
export const home = async (
  change: Partial<TestPack> = {},
  replies?: Readonly<Record<string, string>>,
) => {
  const rig = await renderScreen(<HomeScreen />, {
    ...(replies === undefined ? {} : { replies }),
  });
  Object.assign(rig.pack, { cellsMv: SIXTEEN, ...change });
  void rig.core.link.connect('fake');
  await rig.clock.advance(100);
  return { ...rig, verdict: rig.screen.getByRole('region', { name: 'Verdict' }) };
};
