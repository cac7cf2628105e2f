import { StyleProvider } from '@ant-design/cssinjs';
import { Tag } from 'antd';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { createStyleCache } from './style-cache.ts';

test('[PAGE-330] the styles of a component are kept when its last instance is removed, and used again', async () => {
  const cache = createStyleCache();
  const styles = () => {
    const entries: ReadonlyMap<string, readonly [number, unknown]> = cache.cache;
    return [...entries].map(([path, [, style]]) => [path, style] as const);
  };
  const root = (content: string) => (
    <StyleProvider cache={cache}>{content && <Tag>{content}</Tag>}</StyleProvider>
  );
  const screen = await render(root('One'));
  const one = screen.getByText('One');
  await expect.element(one).not.toHaveStyle({ borderRadius: '0px' });
  const { borderRadius } = getComputedStyle(one.element());
  const before = styles();
  expect(before.length).toBeGreaterThan(0);
  await screen.rerender(root(''));
  await expect.element(one).not.toBeInTheDocument();
  expect(styles()).toEqual(before);
  await screen.rerender(root('Two'));
  await expect.element(screen.getByText('Two')).toHaveStyle({ borderRadius });
  for (const [index, [, style]] of styles().entries()) expect(style).toBe(before[index]?.[1]);
});
