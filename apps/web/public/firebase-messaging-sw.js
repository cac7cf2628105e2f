// Receives push messages of Firebase Cloud Messaging without its SDK: a push is JSON, and the page's SDK listens for
// messages marked `isFirebaseMessaging`. Without a fetch handler and a cache, the worker never affects the loading of
// pages.

const FALLBACK_TITLE = 'New message';
const MAX_TITLE = 200;
const MAX_BODY = 1000;

const parse = (data) => {
  try {
    const payload = data?.json();
    return typeof payload === 'object' && payload !== null ? payload : {};
  } catch {
    return {};
  }
};

const textOf = (value, limit) => (typeof value === 'string' ? value.slice(0, limit) : '');

/** Returns the windows of this origin, inside and outside of the worker's scope. */
const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

const deliver = async (event) => {
  const payload = parse(event.data);
  const title = textOf(payload.notification?.title ?? payload.data?.title, MAX_TITLE);
  const body = textOf(payload.notification?.body ?? payload.data?.body, MAX_BODY);
  const visible = (await windows()).filter((client) => client.visibilityState === 'visible');
  const first = visible.find((client) => client.focused) ?? visible[0];
  if (first !== undefined && (title !== '' || body !== '')) {
    // Send the message to one window only, so that the toast is shown once.
    first.postMessage({ ...payload, isFirebaseMessaging: true, messageType: 'push-received' });
    return;
  }
  await self.registration.showNotification(title === '' ? FALLBACK_TITLE : title, { body });
};

/** Focuses a window of the app, or opens one. An address in the push message is never opened. */
const open = async () => {
  const [client] = await windows();
  await (client === undefined ? self.clients.openWindow('/') : client.focus());
};

self.addEventListener('push', (event) => {
  event.waitUntil(deliver(event));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open());
});
