interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface ShownText {
  readonly element: Element;
  readonly words: string;
  readonly box: Box;
}

/** Elements that cover the page by design. */
const LAYERS = '.toast-host, .bottom-bar, .ant-modal, .ant-drawer, .ant-popover';

/** Returns the boxes of a text, one for each of its lines. */
const linesOf = (node: Node): readonly Box[] => {
  const range = document.createRange();
  range.selectNodeContents(node);
  return [...range.getClientRects()];
};

const meet = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});

/**
 * Returns the part of a line that its scrolling parents leave visible, and the parent that cuts it without an ellipsis.
 */
const seen = ({ element, box }: ShownText): { readonly box: Box; readonly cutBy?: string } => {
  let left = box;
  let cutBy: string | undefined;
  let hasEllipsis = false;
  for (let parent: Element | null = element; parent !== null; parent = parent.parentElement) {
    const { overflowX, textOverflow } = getComputedStyle(parent);
    if (overflowX === 'visible') continue;
    const edge = parent.getBoundingClientRect();
    hasEllipsis ||= textOverflow === 'ellipsis';
    const isOut = left.right > edge.right + 1 || left.left < edge.left - 1;
    if (isOut && !hasEllipsis && overflowX === 'hidden') cutBy ??= parent.className;
    left = meet(left, edge);
  }
  return { box: left, ...(cutBy === undefined ? {} : { cutBy }) };
};

const shownTexts = (): readonly ShownText[] => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: ShownText[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const [element, words] = [node.parentElement, node.textContent?.trim() ?? ''];
    if (element === null || words === '') continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (element.closest('.visually-hidden, .skip-link') !== null) continue;
    texts.push(...linesOf(node).map((box) => ({ element, words, box })));
  }
  return texts;
};

/** Finds texts of the page that are cut without an ellipsis or overlap another text. */
export const layoutFaults = (): readonly string[] => {
  const faults: string[] = [];
  const visible: ShownText[] = [];
  for (const text of shownTexts()) {
    const { box, cutBy } = seen(text);
    if (box.right - box.left < 1 || box.bottom - box.top < 1) continue; // scrolled out of view
    if (cutBy !== undefined) faults.push(`"${text.words}" is cut by .${cutBy}`);
    if (box.right > innerWidth + 1) faults.push(`"${text.words}" ends outside the window`);
    visible.push({ ...text, box });
  }
  for (const [index, one] of visible.entries()) {
    for (const other of visible.slice(index + 1)) {
      // A text with an ellipsis has several boxes in the same place.
      if (one.element === other.element) continue;
      if (one.element.closest(LAYERS) !== other.element.closest(LAYERS)) continue;
      const { left, top, right, bottom } = meet(one.box, other.box);
      if (right - left > 2 && bottom - top > 5) {
        faults.push(`"${one.words}" lies on "${other.words}"`);
      }
    }
  }
  return faults;
};
