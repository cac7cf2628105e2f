/** What the inbox needs of `navigator.serviceWorker`. */
export interface WorkerContainer {
  readonly register: (
    url: string,
    options: { readonly scope: string },
  ) => Promise<ServiceWorkerRegistration>;
}

/** The scope Firebase would use: no page lies in it, so the worker serves pushes and nothing else (PU-14). */
const SCOPE = '/firebase-cloud-messaging-push-scope';
const SCRIPT = '/firebase-messaging-sw.js';

/** Registers the push worker and waits until it is active; rejects when it becomes redundant instead. */
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
