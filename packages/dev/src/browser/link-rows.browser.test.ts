import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBridgeBench, type BridgeBench } from './bridge/bridge-bench.ts';
import { callBridge, createBridgeLink } from './bridge/bridge-link.ts';
import { describeInBrowser } from './rig/describe-in-browser.ts';

/** Rows that are beside the contract, on the adapter in the browser. */
describeInBrowser('the Web Serial adapter in Chromium', ['chromium', 'usb'], () => {
  let bench: BridgeBench;
  beforeAll(async () => {
    bench = await startBridgeBench();
  });
  afterAll(() => bench?.close());

  it('[SR-27] on a port whose control lines fail, bytes go both ways', async () => {
    const { page, context } = await bench.openPage();
    const { link } = await createBridgeLink(page);
    const chosen = await link.choose();
    const opened = chosen.ok ? await chosen.value.open({ baudRate: 115_200 }) : undefined;
    if (opened?.ok !== true) throw new Error('not opened');
    expect(await callBridge(page, 'signalErrors')).toEqual(['NetworkError', 'NetworkError']);
    await bench.wire.forget();
    await opened.value.write(new TextEncoder().encode('ping'));
    expect(new TextDecoder().decode(await bench.wire.heard(4))).toBe('ping');
    await opened.value.close();
    await context.close();
  });
});
