import type { Page } from '@playwright/test';

/** What Firebase needs in its configuration; the keys open nothing. */
export const testFirebase = {
  apiKey: 'key',
  projectId: 'project',
  appId: '1:1:web:1',
  messagingSenderId: '1',
};

/** What Firebase sends to a browser. */
export const pushMessage = (title: string, body: string): string =>
  JSON.stringify({ from: '1', fcmMessageId: 'm', notification: { title, body } });

/** Hands pushes to the page's worker as the browser does when its push service delivers one. */
export interface PushInjector {
  /** The worker's scope. */
  readonly scope: () => string;
  readonly deliver: (data: string) => Promise<unknown>;
}

/** Settles once the worker of `origin` is active: where there is none, the test's timeout ends the wait. */
export const openPushInjector = async (page: Page, origin: string): Promise<PushInjector> => {
  const cdp = await page.context().newCDPSession(page);
  let registration = { registrationId: '', scopeURL: '' };
  const registered = new Promise<void>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(
        (each) => !each.isDeleted && each.scopeURL.startsWith(origin),
      );
      if (ours === undefined) return;
      registration = ours;
      resolve();
    });
  });
  await cdp.send('ServiceWorker.enable');
  await registered;
  await page.evaluate(
    `navigator.serviceWorker.getRegistrations().then((all) => new Promise((resolve) => {
      const look = () => (all[0]?.active?.state === 'activated' ? resolve() : setTimeout(look, 20));
      look();
    }))`,
  );
  return {
    scope: () => registration.scopeURL,
    deliver: (data) =>
      cdp.send('ServiceWorker.deliverPushMessage', {
        origin,
        registrationId: registration.registrationId,
        data,
      }),
  };
};
