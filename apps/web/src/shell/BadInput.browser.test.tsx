import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { layoutFaults } from '../testing/layout-faults.ts';
import type { TestPack } from '../testing/render-screen.fixture.tsx';
import { chooseLocale } from '../text/format.ts';
import { renderShell } from './render-shell.fixture.tsx';

interface BadInput {
  readonly pack?: Partial<TestPack>;
  readonly userName?: string;
  readonly locale?: string;
}

const many = (count: number, value: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => value(index));

/** Inputs that often break layouts [PAGE-89]. */
const INPUTS: Readonly<Record<string, BadInput>> = {
  'very long names': {
    userName: 'Wilhelmina-Alexandra von Hohenlohe-Waldenburg-Schillingsfürst',
    pack: { serial: 'TRACTION-PACK-3-OF-TROLLEYBUS-2207-SECOND-BAY-REV-C' },
  },
  'right-to-left names': { userName: 'נועה כהן-לוי (BMS 7)', pack: { serial: 'סוללה-2207' } },
  '128 cells and 64 sensors': {
    pack: { cellsMv: many(128, (index) => 3_300 + (index % 7)), celsius: many(64, () => -17) },
  },
  'no values': { pack: { answers: false } },
  'a German locale': { locale: 'de-DE', pack: { current: -149_880 } },
  'a French locale': { locale: 'fr-FR', pack: { current: -149_880, protections: '0010' } },
};

/** Viewport sizes in CSS pixels; 640 × 400 is 1280 × 800 at 200 % zoom. */
const SIZES = [
  [1280, 800],
  [1100, 800],
  [768, 1024],
  [640, 400],
  [390, 844],
] as const;

afterEach(() => {
  chooseLocale('en');
});

const openShell = async (path: string, { pack, userName, locale }: BadInput) => {
  chooseLocale(locale ?? 'en');
  const rig = await renderShell(path);
  if (userName !== undefined) rig.gateway.alter('technician', { userName });
  await rig.account.session.refresh();
  Object.assign(rig.pack, { cellsMv: many(16, (index) => 3_300 + (index % 3)), ...pack });
  void rig.core.link.connect('fake');
  await rig.clock.advance(100);
  rig.core.telemetry.identity.ask();
  await rig.clock.advance(14_000);
  return rig;
};

for (const [path, landmark] of [
  ['/mainpage/home', 'Home'],
  ['/mainpage/terminal', 'Terminal'],
] as const) {
  test.each(Object.entries(INPUTS))(
    `[PAGE-89] ${landmark}: with %s, no text is cut without an ellipsis or overlaps another`,
    async (_, input) => {
      const { screen } = await openShell(path, input);
      await expect.element(screen.getByRole('button', { name: 'Disconnect' })).toBeVisible();
      const heading = screen.getByRole('heading', { name: landmark, level: 1 });
      await expect.element(heading).toBeInTheDocument();
      for (const [width, height] of SIZES) {
        await page.viewport(width, height);
        // The bar measures its tabs in the frame after a resize.
        await expect.poll(layoutFaults, { message: `at ${width} px` }).toEqual([]);
      }
    },
  );
}
