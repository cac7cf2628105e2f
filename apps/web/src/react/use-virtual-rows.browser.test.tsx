import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { useVirtualRows } from './use-virtual-rows.ts';

const ROW_PX = 20;

const List = ({ onReady }: { readonly onReady: (setCount: (count: number) => void) => void }) => {
  const [count, setCount] = useState(100);
  const { box, follows, onScroll } = useVirtualRows<HTMLDivElement>({
    contentPx: count * ROW_PX,
    newestId: count,
    anchorAt: (top) => ({ id: Math.floor(top / ROW_PX), above: top % ROW_PX }),
    topOf: (id) => id * ROW_PX,
  });
  useEffect(() => onReady(setCount), [onReady]);
  return (
    <>
      <div
        ref={box}
        data-testid="box"
        style={{ height: 300, overflowY: 'auto' }}
        onScroll={onScroll}
      >
        <div style={{ height: count * ROW_PX }} />
      </div>
      <output>{follows ? 'follows' : 'stays'}</output>
    </>
  );
};

const show = async () => {
  let setCount: (count: number) => void = () => undefined;
  const screen = await render(
    <List
      onReady={(set) => {
        setCount = set;
      }}
    />,
  );
  await expect.element(screen.getByText('follows')).toBeVisible();
  const box = screen.getByTestId('box').element() as HTMLElement;
  const toEnd = (): number => box.scrollHeight - box.clientHeight - box.scrollTop;
  await expect.poll(toEnd).toBeLessThan(2);
  return { screen, box, toEnd, add: (count: number) => flushSync(() => setCount(count)) };
};

test('[TERM-187] the list follows its end when rows arrive while its box becomes higher or lower', async () => {
  const { screen, box, toEnd, add } = await show();
  for (const [height, count] of [
    [362, 103],
    [240, 106],
    [420, 109],
  ] as const) {
    box.style.height = `${height}px`;
    void box.scrollTop; // the browser limits the position now, before the rows arrive
    add(count);
    await expect.poll(toEnd).toBeLessThan(2);
    await expect.element(screen.getByText('follows')).toBeVisible();
  }
});

test('[TERM-187] the list stays where the user has scrolled while rows arrive and its box becomes higher', async () => {
  const { screen, box, add } = await show();
  box.scrollTop = 800;
  add(103);
  await expect.element(screen.getByText('stays')).toBeVisible();
  box.style.height = '362px';
  add(106);
  await expect.poll(() => box.scrollTop).toBe(800);
});
