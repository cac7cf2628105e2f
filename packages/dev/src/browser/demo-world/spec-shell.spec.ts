import { expect, worldTest } from '../fixtures.ts';

/** The paths of all pages behind the login. */
const SCREENS =
  'home terminal assets?view=map assets?view=devices support complaint config config/batch analyticData analyticData?view=fleet firmwareTab smartConfig romeoConfig users upload home/sessions home/compare/live/live home/teach'.split(
    ' ',
  );
/** The paths of the lists, of which the first row is opened. */
const LISTS =
  'assets servicetab firmwareTab?view=images firmwareTab?view=pointing firmwareTab?view=history romeoList config/standards logs users?view=accounts'.split(
    ' ',
  );

worldTest(
  '[PAGE-85] the document does not scroll on any screen, at four widths and at 200 % zoom',
  async ({ app }) => {
    const { page } = app;
    await app.login('technician');
    await app.tab('Home', 'home');
    await app.connect('Simulated device');
    await page.getByLabel('Cell 1', { exact: true }).first().waitFor();
    for (const path of [...LISTS, ...SCREENS]) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.evaluate(`
        history.pushState({}, '', '/mainpage/${path}');
        dispatchEvent(new PopStateEvent('popstate'));
      `);
      if (LISTS.includes(path)) {
        await page.locator('.collection__table .ant-table-row').first().click();
        await page.locator('.collection__detail-title').waitFor();
      } else {
        await page.getByRole('main').locator('> :first-child:not([role="status"])').first().waitFor(); // oxfmt-ignore
      }
      for (const [width, height] of [
        [1280, 800],
        [768, 1024],
        [390, 844],
        [320, 640],
        [640, 400], // this is 1280 × 800 at 200 %
      ] as const) {
        await page.setViewportSize({ width, height });
        const over = (): Promise<readonly number[]> =>
          page.evaluate(`{
            scrollTo(0, 9999);
            const { scrollHeight, scrollWidth, scrollTop } = document.documentElement;
            [scrollHeight - innerHeight, scrollWidth - innerWidth, scrollTop];
          }`);
        // The bar measures its tabs in the frame after a resize.
        await expect.poll(over, { message: `${path} at ${width}` }).toEqual([0, 0, 0]);
      }
    }
  },
);
