import { useSyncExternalStore, type ComponentType } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../testing/render-screen.fixture.tsx';
import { lazyScreen } from './lazy-screen.tsx';

/** Blocks for some milliseconds, as one of the many parts of a large screen on a slow computer. */
const SlowPart = ({ number }: { readonly number: number }) => {
  const until = performance.now() + 8;
  while (performance.now() < until);
  return <li>Part {number}</li>;
};

test('[RT-09] a large screen is shown although live data arrives more often than it renders', async () => {
  let arrive = (_: ComponentType): void => undefined;
  const chunk = new Promise<ComponentType>((resolve) => {
    arrive = resolve;
  });
  const { Screen } = lazyScreen(() => chunk, <p>Loading</p>);
  let count = 0;
  const LiveData = () => (
    <output>
      {useSyncExternalStore(
        (changed) => {
          const timer = setInterval(() => {
            count += 1;
            changed();
          }, 100);
          return () => {
            clearInterval(timer);
          };
        },
        () => count,
      )}
    </output>
  );
  await renderScreen(
    <>
      <LiveData />
      <Screen />
    </>,
  );
  await expect.element(page.getByText('Loading')).toBeVisible();
  arrive(() => (
    <ul>
      {Array.from({ length: 40 }, (_, number) => (
        <SlowPart key={number} number={number} />
      ))}
    </ul>
  ));
  await expect.element(page.getByText('Part 39')).toBeVisible();
});
