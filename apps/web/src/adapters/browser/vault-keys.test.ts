import { describe, expect, it } from 'vitest';
import { createFakeClock } from '@batbot/core/fakes';
import { createVaultKeys } from './vault-keys.ts';

type Listener = (event: { readonly data: unknown }) => void;

/** A browser with tabs and a service worker that answers as `offline-worker.js` does. */
const createBrowser = ({ blocksWorkers = false } = {}) => {
  const clock = createFakeClock();
  const tabs = new Set<Listener>();
  let held: unknown;
  const active = {
    postMessage: (message: unknown, ports?: readonly MessagePort[]) => {
      if (message === 'giveKey') {
        ports?.[0]?.postMessage(held);
        held = undefined;
      } else held = (message as { readonly heldKey: unknown }).heldKey;
    },
  };
  const registration = { active } as unknown as ServiceWorkerRegistration; // the used part of it
  const open = () => {
    let listener: Listener = () => undefined;
    let hide = (): void => undefined;
    const keys = createVaultKeys({
      clock,
      channel: {
        postMessage: (data) => {
          for (const other of tabs) if (other !== listener) other({ data });
        },
        addEventListener: (_type, added) => {
          listener = added;
          tabs.add(added);
        },
      },
      workers: {
        ready: Promise.resolve(registration),
        getRegistration: () =>
          blocksWorkers ? Promise.reject(new Error('blocked')) : Promise.resolve(registration),
      },
      page: {
        addEventListener: (_type: string, added: unknown) => {
          hide = added as () => void; // the listener of pagehide
        },
      },
    });
    return {
      ...keys,
      close: () => {
        hide();
        tabs.delete(listener);
      },
      crash: () => tabs.delete(listener),
    };
  };
  return { clock, open, held: () => held };
};

describe('the unlocked key', () => {
  const key = { secret: true };

  it('[PRIV-3] [PRIV-11] another tab of the same user gets the key, and no tab gets it after it was cleared', async () => {
    const { clock, open } = createBrowser();
    const [first, second] = [open(), open()];
    await first.putKey('ada', key);
    expect(await second.key('ada')).toEqual({ ok: true, value: key });
    const foreign = second.key('ben');
    await clock.settle();
    await clock.advance(1_000);
    expect(await foreign).toEqual({ ok: true, value: undefined });
    await first.clearKeys();
    const late = second.key('ada');
    await clock.settle();
    await clock.advance(1_000);
    expect(await late).toEqual({ ok: true, value: undefined });
  });

  it('[PRIV-3] [PRIV-11] the service worker keeps the key during a reload, and returns it once', async () => {
    const { clock, open, held } = createBrowser();
    const before = open();
    await before.putKey('ada', key);
    await clock.settle();
    before.close();
    expect(await open().key('ada')).toEqual({ ok: true, value: key });
    expect(held()).toBeUndefined();
  });

  it('[PRIV-11] the key does not exist any more after a crash or a sign-out', async () => {
    const { clock, open, held } = createBrowser();
    const crashed = open();
    await crashed.putKey('ada', key);
    await clock.settle();
    crashed.crash();
    const left = open();
    await left.putKey('ada', key);
    await left.clearKeys();
    left.close();
    expect(held()).toBeUndefined();
  });

  it('[PRIV-11] a sign-out removes the key that a closed tab has left in the service worker', async () => {
    const { clock, open, held } = createBrowser();
    const [first, second] = [open(), open()];
    await first.putKey('ada', key);
    await second.putKey('ada', key);
    await clock.settle();
    first.close();
    expect(held()).toMatchObject({ userId: 'ada' });
    await second.clearKeys();
    expect(held()).toBeUndefined();
  });

  it('[PRIV-11] a browser that blocks service workers has no key, and no error', async () => {
    const { clock, open } = createBrowser({ blocksWorkers: true });
    const asked = open().key('ada');
    await clock.settle();
    await clock.advance(1_000);
    expect(await asked).toEqual({ ok: true, value: undefined });
  });
});
