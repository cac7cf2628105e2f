import { describe, expect, test } from 'vitest';
import { loadConfig, parseConfig } from './config.ts';

const GRAPHQL = { graphqlUrl: 'http://localhost:4000/graphql' };

const answering =
  (body: string, status = 200): typeof fetch =>
  () =>
    Promise.resolve(new Response(body, { status }));

describe('the run-time configuration', () => {
  test('[CONST-20] an account server is required; the brand has defaults', () => {
    const config = parseConfig(GRAPHQL);
    expect(config.ok && config.value).toEqual({
      ...GRAPHQL,
      brand: {
        name: 'BatBot',
        companyName: 'BatBot',
        contactEmail: '',
        address: '',
        websiteUrl: '',
      },
    });
  });

  test('well-formed values are kept', () => {
    const raw = {
      ...GRAPHQL,
      simulatedDeviceUrl: 'ws://localhost:7070/serial',
      brand: { name: 'Volt', companyName: 'Volt GmbH', primaryColor: '#1a7f5a' },
      downloads: { windows: 'https://d.example/w.exe', linux: 'https://d.example/l' },
      maps: { key: 'k', styleId: 's' },
      firmwareKeys: ['3f2a91bc000011112222333344445555'],
      lock: { afterMinutes: 30 },
    };
    const config = parseConfig(raw);
    expect(config.ok && config.value).toMatchObject(raw);
  });

  test.each([
    null,
    [],
    'text',
    {},
    { graphqlUrl: 'javascript:alert(1)' },
    { graphqlUrl: '/graphql' },
  ])('%j is refused', (raw) => {
    const config = parseConfig(raw);
    expect(config.ok ? undefined : config.error.kind).toBe('malformed');
  });

  test('[RX-10] an optional setting is dropped if its address has another scheme, it is malformed, or its pair is incomplete', () => {
    const config = parseConfig({
      ...GRAPHQL,
      simulatedDeviceUrl: 'http://localhost/serial',
      brand: { websiteUrl: 'javascript:alert(1)', primaryColor: 'red; }' },
      downloads: { windows: 'https://d.example/w.exe', linux: 'data:text/html,x' },
      maps: { key: 'k' },
      lock: { afterMinutes: '30' },
    });
    expect(config.ok && Object.keys(config.value)).toEqual(['graphqlUrl', 'brand']);
    expect(config.ok && config.value.brand).toMatchObject({ websiteUrl: '' });
    expect(config.ok && config.value.brand.primaryColor).toBeUndefined();
  });

  test('an answer that is not JSON is malformed; a failed request is unreachable', async () => {
    const kindOf = async (request: typeof fetch) => {
      const config = await loadConfig(request);
      return config.ok ? undefined : config.error.kind;
    };
    expect(await kindOf(answering('<html>'))).toBe('malformed');
    expect(await kindOf(answering('{}', 502))).toBe('unreachable');
    expect(await kindOf(() => Promise.reject(new TypeError('Failed to fetch')))).toBe(
      'unreachable',
    );
    expect(await kindOf(answering(JSON.stringify(GRAPHQL)))).toBeUndefined();
  });
});
