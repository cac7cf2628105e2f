/** The elements that get the focus when a control in them is removed. */
const PLACES = 'section, ul, ol, table, main, [role]:not([role="presentation"])';

/** Time for a dialog, a menu or a screen to move the focus itself. */
const WAIT_MS = 200;

const isUsable = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled, [inert] *') && element.checkVisibility();

const ancestorsOf = ({ parentElement }: HTMLElement): readonly HTMLElement[] =>
  parentElement === null ? [] : [parentElement, ...ancestorsOf(parentElement)];

/**
 * Keeps the focus of keyboard users: if the focused control is removed or disabled and nothing else takes the focus, it
 * moves to the list, the section or the dialog around the control, or to the page, and not to the body [PAGE-231].
 */
export const keepFocus = (page: Document): (() => void) => {
  let last: HTMLElement | undefined;
  let around: readonly HTMLElement[] = [];
  let isByKey = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const restore = (): void => {
    if (page.activeElement !== page.body || last === undefined || !isByKey) return;
    if (isUsable(last)) {
      last.focus();
      return;
    }
    // The control of a dialog that has closed is in nothing any more. Another dialog may be open below it.
    const dialogs = [...page.querySelectorAll<HTMLElement>('[role=dialog]')].toReversed();
    const places = [...around, ...dialogs, ...page.querySelectorAll('main')];
    const place = places.find((each) => each.matches(PLACES) && isUsable(each));
    if (place === undefined) return;
    if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  };
  const look = (): void => {
    if (page.activeElement !== page.body || last === undefined || isUsable(last)) return;
    clearTimeout(timer);
    timer = setTimeout(restore, WAIT_MS);
  };
  const observer = new MutationObserver(look);
  const end = new AbortController();
  const { signal } = end;
  page.addEventListener(
    'focusin',
    ({ target }) => {
      last = target instanceof HTMLElement ? target : undefined;
      around = last === undefined ? [] : ancestorsOf(last);
    },
    { signal },
  );
  for (const name of ['keydown', 'pointerdown'])
    page.addEventListener(
      name,
      () => {
        isByKey = name === 'keydown';
      },
      { signal, capture: true },
    );
  observer.observe(page.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'inert'],
  });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    end.abort();
  };
};
