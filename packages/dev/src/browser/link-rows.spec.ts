import { callBridge, createBridgeLink } from './bridge/bridge-link.ts';
import { expect, bridgeTest as test } from './fixtures.ts';

/** Faults of RELIABILITY.md that the link contract does not cover, tested on the adapter in the browser. */
test.describe('the Web Serial adapter in Chromium', () => {
  test('[SR-27] a port whose control lines fail still transfers bytes in both directions', async ({
    bridge,
  }) => {
    const { page, context } = await bridge.openPage();
    const { link } = await createBridgeLink(page);
    const chosen = await link.choose();
    const opened = chosen.ok ? await chosen.value.open({ baudRate: 115_200 }) : undefined;
    if (opened?.ok !== true) throw new Error('not opened');
    expect(await callBridge(page, 'signalErrors')).toEqual(['NetworkError', 'NetworkError']);
    await bridge.wire.forget();
    await opened.value.write(new TextEncoder().encode('ping'));
    expect(new TextDecoder().decode(await bridge.wire.heard(4))).toBe('ping');
    await opened.value.close();
    await context.close();
  });
});
