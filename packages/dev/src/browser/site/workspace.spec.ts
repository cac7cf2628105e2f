import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { isSubmit, startServices, type Services } from '../rig/services.ts';

const EVENTS = '{ events(first: 50) { nodes { kind body } } }';

interface Events {
  readonly data: {
    readonly events: {
      readonly nodes: readonly { readonly kind: string; readonly body: { after: object } }[];
    };
  };
}

/** Returns the changes of packs in the server's log, oldest first. */
const loggedPacks = async (services: Services, token: string): Promise<readonly object[]> => {
  const answer = await fetch(services.apiUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify({ query: EVENTS }),
  });
  const { data } = (await answer.json()) as Events; // the shape of the response to EVENTS
  const packs = data.events.nodes.filter(({ kind }) => kind === 'putAsset');
  return packs.map(({ body }) => body.after).toReversed();
};

const EDITS = ['M1', 'M2', 'M3', 'M4', 'M5', 'M6', 'M7', 'M8', 'M9'];

test.describe('the workspace without network', () => {
  let services: Services;
  test.beforeAll(async () => {
    services = await startServices();
  });
  test.afterAll(() => services.close());

  const cut = async (page: Page): Promise<void> => {
    await page.context().route(`${services.apiUrl}**`, (route) => route.abort());
  };
  const restore = (page: Page): Promise<void> => page.context().unroute(`${services.apiUrl}**`);

  test('[SYNC-13] ten changes made without network survive a crash of the browser, and another crash while they are sent, and reach the server once and in order', async ({
    visit,
  }) => {
    const { page, app, signInOnDisk, kill } = await visit(services.webUrl);
    let token = ''; // of the last request
    page.on('request', (request) => {
      token = request.headers()['authorization'] ?? token;
    });
    await app.login('technician');
    await app.tab('Assets', 'assets');
    await app.upToDate();
    await signInOnDisk();
    await cut(page);
    await app.addPack('OFFLINE-1');
    for (const model of EDITS) {
      await page.getByRole('button', { name: 'Edit facts' }).click();
      await page.getByRole('textbox', { name: 'Model' }).fill(model);
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
    }
    await page.getByText(/10 changes kept on this computer/).waitFor();
    await kill(); // at once: a change is kept when the page says so
    expect(await loggedPacks(services, token)).toEqual([]);

    const second = await visit(services.webUrl);
    await cut(second.page);
    await second.app.open('/mainpage/assets');
    await second.page.getByText(/10 changes kept on this computer/).waitFor();
    await restore(second.page);
    // The app retries automatically. The server may apply the changes, but the browser does not receive its answer.
    await second.page.waitForRequest(isSubmit);
    await second.kill();

    const third = await visit(services.webUrl);
    await third.app.open('/mainpage/assets');
    await third.app.upToDate();
    const [added, ...edits] = await loggedPacks(services, token);
    expect(added).toMatchObject({ serial: 'OFFLINE-1' });
    expect(edits).toEqual(EDITS.map((model) => ({ model })));
    await third.app.tab('Logs', 'logs');
    await third.page.getByText('10 changes', { exact: true }).waitFor();
  });
});
