const LOOK_EVERY_MS = 100;

/**
 * npm runs a script in a shell, and a SIGTERM sent to npm ends that shell without reaching the script. Losing the
 * parent then means what SIGTERM means, so the script sends it to itself. Started in any other way, it is left alone.
 * @param {() => number} parentId
 * @param {() => void} onOrphaned
 * @returns {() => void} stops watching
 */
export function watchForOrphaning(parentId, onOrphaned) {
  const parent = parentId();
  const timer = setInterval(() => {
    if (parentId() === parent) return;
    clearInterval(timer);
    onOrphaned();
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
