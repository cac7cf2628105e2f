import { useContext } from 'react';
import { ConfigProvider, theme } from 'antd';
import { useLocation, useNavigate } from 'react-router-dom';
import { expect, test } from 'vitest';
import { renderScreen } from '../testing/render-screen.fixture.tsx';
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
