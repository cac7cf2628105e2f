/** What a click may activate. */
const CONTROLS = 'button, a, label, input, [role="menuitem"], [role="option"]';

const controlAt = ({ target }: Event): Element | null =>
  target instanceof Element ? target.closest(CONTROLS) : null;

const refuse = (event: Event): void => {
  event.preventDefault();
  event.stopPropagation();
};

/**
 * Makes one press have one effect. The second click of a double click does nothing if it hits another control than the
 * first, which may have moved or replaced it. The Enter key that is held down activates nothing again, wherever the focus
 * has moved meanwhile; in text fields it keeps its effect [PAGE-228]. A key with which the user composes text, such as the
 * Enter key that confirms Japanese characters, belongs to the input method only [PAGE-228].
 */
export const singlePresses = (page: Window): (() => void) => {
  let first: Element | null = null;
  let isOther = false;
  const onMouseDown = (event: MouseEvent): void => {
    const control = controlAt(event);
    if (event.detail <= 1) first = control;
    isOther = control !== first;
    if (isOther) refuse(event);
  };
  const onClick = (event: MouseEvent): void => {
    if (isOther && event.detail > 1) refuse(event);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Safari ends the composition before the key that does it. Soft keyboards of Android have this code without a key.
    const isComposed = event.keyCode === 229 && event.key !== 'Unidentified';
    if (event.isComposing || isComposed) event.stopImmediatePropagation();
    const isText = event.target instanceof Element && event.target.matches('input, textarea');
    if (event.repeat && event.key === 'Enter' && !isText) refuse(event);
  };
  page.addEventListener('mousedown', onMouseDown, true);
  page.addEventListener('click', onClick, true);
  page.addEventListener('keydown', onKeyDown, true);
  return () => {
    page.removeEventListener('mousedown', onMouseDown, true);
    page.removeEventListener('click', onClick, true);
    page.removeEventListener('keydown', onKeyDown, true);
  };
};
