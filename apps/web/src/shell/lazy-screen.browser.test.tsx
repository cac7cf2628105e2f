import { useLayoutEffect, useSyncExternalStore, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
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
          return () => clearInterval(timer);
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

test('[RT-09] a chunk that arrives between the first render and its effects is shown', async () => {
  let arrive = (): void => undefined;
  const chunk = new Promise<ComponentType>((resolve) => {
    arrive = () => resolve(() => <p>Content</p>);
  });
  const Loading = () => {
    // Layout effects run before the effects that load the chunk.
    useLayoutEffect(() => {
      arrive();
    }, []);
    return <p>Loading</p>;
  };
  const { Screen, prefetch } = lazyScreen(() => chunk, <Loading />);
  prefetch();
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<Screen />);
  await expect.element(page.getByText('Content')).toBeVisible();
  root.unmount();
});

test('[ERR-8] a chunk that has not loaded in time is reported, and Retry loads it again', async () => {
  let hangs = true;
  let starts = 0;
  const { Screen } = lazyScreen(
    () => {
      starts += 1;
      return hangs ? new Promise(() => undefined) : Promise.resolve(() => <p>Content</p>);
    },
    <p>Loading</p>,
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await renderScreen(<Screen />);
    await expect.element(page.getByText('Loading')).toBeVisible();
    await expect.poll(() => starts).toBe(1); // the effect that starts the timer runs after the paint
    vi.advanceTimersByTime(120_000);
    const problem = page.getByRole('alert').filter({ hasText: 'This page could not be loaded' });
    await expect.element(problem).toBeVisible();
    hangs = false;
    await problem.getByRole('button', { name: 'Retry' }).click();
    await expect.element(page.getByText('Content')).toBeVisible();
  } finally {
    vi.useRealTimers();
  }
});
