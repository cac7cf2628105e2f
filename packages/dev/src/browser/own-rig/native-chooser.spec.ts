import { openApp } from '../app.ts';
import { chooseInNativeChooser } from '../rig/native-chooser.ts';
import { startXDisplay } from '../rig/x-display.ts';
import { expect, startRig, chooserTest as test, watchErrors } from '../fixtures.ts';

test("[LINK-1] [SR-26] the user selects the adapter in the browser's own chooser and the device answers; a forgotten port is not listed and cannot be opened", async () => {
  const display = await startXDisplay();
  const rig = await startRig({ display: display.name }).catch(async (problem: unknown) => {
    await display.stop();
    throw problem;
  });
  try {
    const context = await rig.browser.newContext();
    const throwErrors = await watchErrors(context);
    const app = openApp(await context.newPage(), rig.services.webUrl);
    await app.login('technician');
    await app.tab('Terminal', 'terminal');
    await chooseInNativeChooser(display, app.page, {
      open: () => app.clickConnect(),
      isChosen: () => app.disconnectButton.isVisible(),
      // The button is missing while connected, and `isEnabled` alone would wait for it.
      isClosed: async () => (await app.connectButton.isVisible()) && app.connectButton.isEnabled(),
    });
    await rig.works(app);
    await app.disconnect();
    const forgotten = await app.page.evaluate(`
      navigator.serial.getPorts().then(async ([port]) => {
        await port.forget();
        const left = (await navigator.serial.getPorts()).length;
        return [left, await port.open({ baudRate: 9600 }).then(() => 'open', ({ name }) => name)];
      })
    `);
    expect(forgotten).toEqual([0, expect.stringMatching(/^(NetworkError|InvalidStateError)$/)]);
    throwErrors();
  } finally {
    await rig.close();
    await display.stop();
  }
});
