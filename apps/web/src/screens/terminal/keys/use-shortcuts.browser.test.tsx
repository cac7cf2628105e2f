import { useLayoutEffect, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../../testing/render-screen.fixture.tsx';
import { useShortcuts } from './use-shortcuts.ts';

const pressFind = (): void => {
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', code: 'KeyF', ctrlKey: true }));
};

test('[TERM-175] a key that is pressed before the first paint is handled', async () => {
  const onFind = vi.fn<(count?: number) => void>();
  const Screen = () => {
    useShortcuts({ find: onFind });
    return <p>Screen</p>;
  };
  const Page = () => {
    useLayoutEffect(pressFind, []);
    return <Screen />;
  };
  await renderScreen(<Page />);
  expect(onFind).toHaveBeenCalledOnce();
});

test('[TERM-175] a key runs the handler of the last render', async () => {
  const onFind = vi.fn<(count?: number) => void>();
  const Screen = () => {
    const [count, setCount] = useState(0);
    useShortcuts({ find: () => onFind(count) });
    useLayoutEffect(() => {
      if (count > 0) pressFind();
    }, [count]);
    return <button onClick={() => setCount(count + 1)}>Count</button>;
  };
  await renderScreen(<Screen />);
  await page.getByRole('button', { name: 'Count' }).click();
  await userEvent.keyboard('{Control>}f{/Control}');
  expect(onFind.mock.calls).toEqual([[1], [1]]);
});
