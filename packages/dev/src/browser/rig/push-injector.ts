import type { Page } from '@playwright/test';

/** A Firebase configuration for tests; its keys are not valid. */
export const testFirebase = {
  apiKey: 'key',
  projectId: 'project',
  appId: '1:1:web:1',
  messagingSenderId: '1',
};

/** Formats a push message as Firebase sends it to a browser. */
export const pushMessage = (title: string, body: string): string =>
  JSON.stringify({ from: '1', fcmMessageId: 'm', notification: { title, body } });

/** Waits until the worker of `origin` is active. If there is none, the timeout of the test ends the wait. */
export const openPushInjector = async (page: Page, origin: string) => {
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
    deliver: (data: string): Promise<unknown> =>
      cdp.send('ServiceWorker.deliverPushMessage', {
        origin,
        registrationId: registration.registrationId,
        data,
      }),
  };
};
