import { useContext, useState } from 'react';
import { ConfigProvider, Segmented, Table, theme } from 'antd';
import { useLocation, useNavigate } from 'react-router-dom';
import { expect, test } from 'vitest';
import { renderScreen } from '../testing/render-screen.fixture.tsx';
import { rendered } from '../testing/rendered.fixture.ts';
import { AntdRoot } from './AntdRoot.tsx';

test('[PAGE-326] the theme and the settings of antd stay the same when the address changes', async () => {
  const paths: string[] = [];
  const themes = new Set<unknown>();
  const settings = new Set<unknown>();
  const Control = ({ path }: { readonly path: string }) => {
    paths.push(path);
    themes.add(theme.useToken().token);
    settings.add(useContext(ConfigProvider.ConfigContext));
    return null;
  };
  const Screen = () => {
    const { pathname } = useLocation();
    const navigate = useNavigate();
    return (
      <AntdRoot>
        <button onClick={() => void navigate('/mainpage/logs')}>Open</button>
        <Control path={pathname} />
      </AntdRoot>
    );
  };
  const { screen } = await renderScreen(<Screen />, { path: '/mainpage/users' });
  await screen.getByRole('button', { name: 'Open' }).click();
  await expect.poll(() => paths).toContain('/mainpage/logs');
  expect(themes.size).toBe(1);
  expect(settings.size).toBe(1);
});

test('[PAGE-348] the styles of a table stay when it is removed, and are not made again', async () => {
  const Screen = () => {
    const [isOpen, setOpen] = useState(true);
    return (
      <AntdRoot>
        <button onClick={() => setOpen(!isOpen)}>Switch</button>
        {isOpen && <Table columns={[{ title: 'Serial number' }]} />}
      </AntdRoot>
    );
  };
  const { screen } = await renderScreen(<Screen />);
  const styles = () => [...document.head.querySelectorAll('style')];
  const table = screen.getByRole('table');
  const first = styles();
  expect(first.length).toBeGreaterThan(0);
  await screen.getByRole('button', { name: 'Switch' }).click();
  await expect.element(table).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Switch' }).click();
  await expect.element(table).toBeInTheDocument();
  expect(styles()).toEqual(first);
});

test('[PAGE-348] a theme that is chosen again has its own colours', async () => {
  const { screen, services } = await renderScreen(
    <AntdRoot>
      <Segmented options={['Cells', 'Table']} />
    </AntdRoot>,
  );
  const colour = () => getComputedStyle(screen.getByRole('radiogroup').element()).backgroundColor;
  const colours: string[] = [];
  for (const mode of ['light', 'dark', 'light', 'dark'] as const) {
    services.theme.chooseMode(mode);
    await rendered();
    colours.push(colour());
  }
  expect(colours[0]).not.toBe(colours[1]);
  expect(colours.slice(2)).toEqual(colours.slice(0, 2));
});
