import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { rendered } from '../../../testing/rendered.fixture.ts';
import { renderTerminal } from '../render-terminal.fixture.tsx';

/** Renders the log with 60 lines, drags from one line to another, and returns functions to scroll and to copy. */
const renderDragged = async (from: number, to: number) => {
  const rig = await renderTerminal();
  const { log, send, press } = rig;
  await send('COUNT');
  const lineAt = (number: number) => log.getByText(`line ${number} of sixty`);
  await userEvent.dragAndDrop(lineAt(from), lineAt(to));
  const selectedRows = (): readonly number[] => {
    const selection = document.getSelection();
    return [...log.element().querySelectorAll('[data-entry]')]
      .filter((row) => selection?.containsNode(row, true) === true && !selection.isCollapsed)
      .map((row) => Number(/line (\d+)/.exec(row.textContent)?.[1]));
  };
  return {
    ...rig,
    lineAt,
    selectedRows,
    scrollTo: async (place: 'start' | 'end', expected: number): Promise<void> => {
      log.element().scrollTop = place === 'start' ? 0 : log.element().scrollHeight;
      await expect.element(lineAt(expected)).toBeVisible();
    },
    copied: async (): Promise<readonly string[]> => {
      let text = '';
      const note = ({ clipboardData }: ClipboardEvent): void => {
        text = clipboardData?.getData('text/plain') ?? '';
      };
      document.addEventListener('copy', note, { once: true });
      await press('Ctrl+c');
      return text.match(/line \d+/g) ?? [];
    },
  };
};

test.each([
  [52, 56],
  [56, 52],
])(
  '[TERM-231] lines selected from %i to %i stay selected when the log scrolls',
  async (from, to) => {
    const { scrollTo, selectedRows, copied } = await renderDragged(from, to);
    const lines = [52, 53, 54, 55, 56];
    expect(selectedRows()).toEqual(lines);
    await scrollTo('start', 1);
    expect(selectedRows()).toEqual([]);
    expect(await copied()).toEqual(lines.map((line) => `line ${line}`));
    await scrollTo('end', 60);
    await expect.poll(selectedRows).toEqual(lines);
    expect(await copied()).toEqual(lines.map((line) => `line ${line}`));
  },
);

test('[TERM-231] a selection is extended from its first line after the log has scrolled', async () => {
  const { log, scrollTo, lineAt, selectedRows, copied } = await renderDragged(55, 57);
  await scrollTo('start', 1);
  await userEvent.click(lineAt(20), { modifiers: ['Shift'] });
  await expect.poll(selectedRows).toContain(20);
  expect(selectedRows()).not.toContain(19);
  expect(await copied()).toHaveLength(36);
  log.element().focus();
  await userEvent.keyboard('{Escape}');
  expect(selectedRows()).toEqual([]);
});

test('[TERM-231] with lines selected, text that is typed after Ctrl+F is in the field', async () => {
  const { screen, press, core, selectedRows } = await renderDragged(52, 56);
  await press('Ctrl+f');
  core.terminal.bookmarks.toggle(1); // the log is rendered before the browser reports the new selection
  await userEvent.keyboard('abc');
  await expect
    .element(screen.getByRole('textbox', { name: 'Find', exact: true }))
    .toHaveValue('abc');
  expect(selectedRows()).toEqual([]);
});

test('[TERM-231] after the log is cleared, copying leaves the clipboard as it is', async () => {
  const { log, press, core } = await renderDragged(52, 56);
  core.terminal.clear();
  log.element().focus();
  let isHandled = true;
  document.addEventListener('copy', ({ defaultPrevented }) => (isHandled = defaultPrevented), {
    once: true,
  });
  await press('Ctrl+c');
  expect(isHandled).toBe(false);
});

test.each([
  ['below', 'start', 1, 5, 'end', 60],
  ['above', 'end', 60, 55, 'start', 1],
] as const)(
  '[TERM-231] a drag that ends %s the log selects all lines up to the visible one at the edge',
  async (_, from, shown, pressed, to, last) => {
    const { log, scrollTo, lineAt, selectedRows, copied } = await renderDragged(55, 55);
    await scrollTo(from, shown);
    const row = lineAt(pressed).element();
    row.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    const content = document.querySelector('.log__content');
    if (content === null) throw new Error('the log has no content');
    const drag = async (base: Node): Promise<void> => {
      const offset = to === 'end' ? content.childNodes.length : 0;
      document.getSelection()?.setBaseAndExtent(base, 0, content, offset);
      await rendered();
    };
    await drag(row);
    await scrollTo(to, last);
    await drag(document.getSelection()?.anchorNode ?? content);
    log.element().dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
    expect(document.getSelection()?.focusNode).not.toBe(content);
    const numbers = Array.from({ length: 60 }, (_each, index) => index + 1);
    const lines = numbers.filter((each) => (to === 'end' ? each >= pressed : each <= pressed));
    const text = await copied();
    expect(text).toEqual(lines.map((line) => `line ${line}`));
    await scrollTo(from, shown);
    await expect.poll(selectedRows).toContain(pressed);
    expect(selectedRows()).not.toContain(to === 'end' ? pressed - 1 : pressed + 1);
  },
);

test('[TERM-231] a selection without the pointer begins where the browser reports it, and a right click or a press on selected text does not move it', async () => {
  const { core, lineAt, selectedRows, copied } = await renderDragged(55, 57);
  await userEvent.click(lineAt(56), { button: 'right' });
  expect(await copied()).toEqual(['line 55', 'line 56', 'line 57']);
  lineAt(56)
    .element()
    .dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  core.terminal.bookmarks.toggle(1); // the log is rendered while the selected text is dragged
  await rendered();
  expect(selectedRows()).toEqual([55, 56, 57]);
  lineAt(56)
    .element()
    .dispatchEvent(new PointerEvent('pointercancel', { bubbles: true }));
  // While the menu of the right click is open, the page gets no pointerup.
  lineAt(58)
    .element()
    .dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 2 }));
  document.getSelection()?.setBaseAndExtent(lineAt(53).element(), 0, lineAt(57).element(), 1);
  await expect.poll(selectedRows).toEqual([53, 54, 55, 56, 57]);
  expect(await copied()).toHaveLength(5);
});

test('[TERM-231] a part of a line is no longer selected when its line has left the window', async () => {
  const { scrollTo, lineAt, selectedRows } = await renderDragged(57, 58);
  await userEvent.dblClick(lineAt(58));
  expect(selectedRows()).toEqual([58]);
  await scrollTo('start', 1);
  await expect.poll(selectedRows).toEqual([]);
  await scrollTo('end', 60);
  expect(selectedRows()).toEqual([]);
});
