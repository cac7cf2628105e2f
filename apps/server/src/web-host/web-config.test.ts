import { describe, expect, it } from 'vitest';
import { webConfigFromEnv } from './web-config.ts';

const firebase = { apiKey: 'a', projectId: 'p', appId: 'i', messagingSenderId: '1' };

describe('webConfigFromEnv', () => {
  it('every setting is optional', () => {
    expect(webConfigFromEnv({})).toEqual({ graphqlUrl: 'http://localhost:4000/graphql' });
    expect(webConfigFromEnv({ BATBOT_API_PORT: '4100', BATBOT_GRAPHQL_URL: ' ' })).toEqual({
      graphqlUrl: 'http://localhost:4100/graphql',
    });
  });

  it('reads every setting', () => {
    const config = webConfigFromEnv({
      BATBOT_GRAPHQL_URL: 'https://api.example/graphql',
      BATBOT_SIMULATED_DEVICE_URL: 'ws://localhost:7070/serial',
      BATBOT_BRAND_NAME: 'Acme',
      BATBOT_COMPANY_NAME: 'Acme Ltd',
      BATBOT_CONTACT_EMAIL: 'help@acme.example',
      BATBOT_COMPANY_ADDRESS: '1 Road',
      BATBOT_WEBSITE_URL: 'https://acme.example',
      BATBOT_PRIMARY_COLOR: '#12aB9f',
      BATBOT_FIREBASE_CONFIG: JSON.stringify(firebase),
      BATBOT_VAPID_KEY: 'vapid',
      BATBOT_DOWNLOAD_WINDOWS: 'https://acme.example/w.exe',
      BATBOT_DOWNLOAD_LINUX: 'https://acme.example/l.AppImage',
      BATBOT_MAPS_KEY: 'key',
      BATBOT_MAPS_STYLE_ID: 'style',
      BATBOT_FIRMWARE_KEYS:
        '3F2A 91bc 0000 1111 2222 3333 4444 5555, 00112233445566778899aabbccddeeff',
      BATBOT_LOCK_MINUTES: '30',
    });
    expect(config).toEqual({
      graphqlUrl: 'https://api.example/graphql',
      simulatedDeviceUrl: 'ws://localhost:7070/serial',
      brand: {
        name: 'Acme',
        companyName: 'Acme Ltd',
        contactEmail: 'help@acme.example',
        address: '1 Road',
        websiteUrl: 'https://acme.example',
        primaryColor: '#12aB9f',
      },
      firebase,
      vapidKey: 'vapid',
      downloads: {
        windows: 'https://acme.example/w.exe',
        linux: 'https://acme.example/l.AppImage',
      },
      maps: { key: 'key', styleId: 'style' },
      firmwareKeys: ['3f2a91bc000011112222333344445555', '00112233445566778899aabbccddeeff'],
      lock: { afterMinutes: 30 },
    });
  });

  it.each([
    ['BATBOT_GRAPHQL_URL', 'localhost:4000'],
    ['BATBOT_GRAPHQL_URL', '/graphql'],
    ['BATBOT_GRAPHQL_URL', 'https://user:password@api.example/graphql'],
    ['BATBOT_SIMULATED_DEVICE_URL', 'http://localhost:7070/serial'],
    ['BATBOT_CONTACT_EMAIL', 'nobody'],
    ['BATBOT_WEBSITE_URL', 'javascript:alert(1)'],
    ['BATBOT_PRIMARY_COLOR', 'red'],
    ['BATBOT_FIRMWARE_KEYS', '3f2a'],
    ['BATBOT_LOCK_MINUTES', '-1'],
    ['BATBOT_LOCK_MINUTES', '1.5'],
    ['BATBOT_LOCK_MINUTES', 'yes'],
    ['BATBOT_FIREBASE_CONFIG', '{'],
    ['BATBOT_FIREBASE_CONFIG', '[]'],
    ['BATBOT_FIREBASE_CONFIG', '{"apiKey":"a"}'],
    ['BATBOT_FIREBASE_CONFIG', JSON.stringify({ ...firebase, extra: 1 })],
    ['BATBOT_API_PORT', '70000'],
    ['BATBOT_API_PORT', '4e3'],
  ])('refuses %s=%s and names it', (variable, value) => {
    const read = () => webConfigFromEnv({ [variable]: value });
    expect(read).toThrow(variable);
    expect(read).toThrow(expect.objectContaining({ kind: 'badSetting', variable }));
  });

  it.each([
    ['BATBOT_DOWNLOAD_WINDOWS', 'https://x.example/w', 'BATBOT_DOWNLOAD_LINUX'],
    ['BATBOT_DOWNLOAD_LINUX', 'https://x.example/l', 'BATBOT_DOWNLOAD_WINDOWS'],
    ['BATBOT_MAPS_KEY', 'k', 'BATBOT_MAPS_STYLE_ID'],
    ['BATBOT_MAPS_STYLE_ID', 's', 'BATBOT_MAPS_KEY'],
  ])('refuses %s without the setting that belongs to it', (given, value, missing) => {
    expect(() => webConfigFromEnv({ [given]: value })).toThrow(
      expect.objectContaining({ kind: 'badSetting', variable: missing }),
    );
  });
});
