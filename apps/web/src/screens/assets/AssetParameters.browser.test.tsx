import { expect, test } from 'vitest';
import { SCHEMA, VALUES } from '../../testing/fake-parameters.fixture.ts';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { AssetsScreen } from './AssetsScreen.tsx';

const READ = { schemaName: SCHEMA.name, schemaHash: 'known' };

test.each([
  ['✓ All values are those of the standard.', READ, VALUES],
  ['▲ 1 value must change to reach the standard:', READ, { ...VALUES, OVP: 3.6 }],
  [
    'Its schema is not known here, so it is not compared.',
    { ...READ, schemaHash: 'unknown' },
    VALUES,
  ],
])('[PAGE-112] the page of a pack says: %s', async (text, readWith, values) => {
  const { screen, server, online } = await renderScreen(<AssetsScreen />, {
    path: '/mainpage/assets?id=p1&tab=parameters',
  });
  const document = { state: 'RELEASED', hash: 'known', createdAt: '2026-01-01T10:00:00Z' };
  const schema = { name: SCHEMA.name, hash: 'known' };
  const body = { format: 'batbot-parameter-set-1', name: 'Van', schema, values };
  const set = { ...body, source: { kind: 'template' } };
  server.put('schema', { ...document, kind: 'PARAMETER_SCHEMA', name: SCHEMA.name, body: SCHEMA });
  server.put('set', { ...document, kind: 'PARAMETER_SET', name: 'Van', body: set });
  const parameters = { at: '2026-01-01T10:00:00Z', ...readWith, values: VALUES };
  server.put('p1', { serial: 'A1', parameters });
  server.put('a1', { documentId: 'set', assetId: 'p1', mode: 'REQUIRED', state: 'ACTIVE' });
  await online();
  await expect.element(screen.getByText(`Standard: “Van”. ${text}`)).toBeVisible();
});
