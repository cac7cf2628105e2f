const LOOK_EVERY_MS = 100;

/**
 * npm runs a script in a shell, and a SIGTERM sent to npm ends that shell without reaching the script. Losing the
 * parent then means what SIGTERM means.
 * @param {() => number} parentId
 * @param {() => void} action runs once, when the parent has changed
 * @returns {() => void} stops looking
 */
export function onOrphaned(parentId, action) {
  const parent = parentId();
  const timer = setInterval(() => {
    if (parentId() === parent) return;
    clearInterval(timer);
    action();
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
