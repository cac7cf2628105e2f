const LOOK_EVERY_MS = 100;

/**
 * Detects that the parent process has ended. npm runs a script in a shell, and a SIGTERM for npm ends that shell
 * without reaching the script. So a change of the parent is treated like SIGTERM.
 * @param {() => number} parentId
 * @param {() => void} action runs once, when the parent has changed
 */
export function onOrphaned(parentId, action) {
  const parent = parentId();
  const timer = setInterval(() => {
    if (parentId() === parent) return;
    clearInterval(timer);
    action();
  }, LOOK_EVERY_MS);
  timer.unref();
}
