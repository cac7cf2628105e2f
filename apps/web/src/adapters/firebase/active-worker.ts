/** The part of `navigator.serviceWorker` that this adapter uses. */
export interface WorkerContainer {
  readonly register: (
    url: string,
    options: { readonly scope: string },
  ) => Promise<ServiceWorkerRegistration>;
}

/** The whole app: the same worker receives push messages and serves the app without network (PU-14). */
const SCOPE = '/';
const SCRIPT = '/firebase-messaging-sw.js';

/** Registers the app's service worker and waits until it is active. Rejects if it becomes redundant. */
export const activeWorker = async (
  container: WorkerContainer,
): Promise<ServiceWorkerRegistration> => {
  const registration = await container.register(SCRIPT, { scope: SCOPE });
  const coming = registration.installing ?? registration.waiting;
  if (registration.active !== null || coming === null) return registration;
  await new Promise<void>((resolve, reject) => {
    const look = (): void => {
      if (coming.state === 'activated') resolve();
      if (coming.state === 'redundant') reject(new Error('The service worker was not activated.'));
    };
    coming.addEventListener('statechange', look);
    look();
  });
  return registration;
};
