import { accountGatewayContract } from '@batbot/core/contracts';
import { createFakeClock } from '@batbot/core/fakes';
import { createAccountServerDouble } from './account-server.fixture.ts';
import { createGraphqlAccountGateway } from './graphql-account-gateway.ts';

accountGatewayContract('The GraphQL account gateway', () => {
  const server = createAccountServerDouble();
  return Promise.resolve({
    gateway: createGraphqlAccountGateway({
      version: '1.7.2',
      url: 'https://api.example/graphql',
      fetch: server.fetch,
      clock: createFakeClock(),
      random: () => 0,
    }),
    user: 'technician',
    pass: 'secret',
    deactivate: async () => {
      server.backend.alter('technician', { status: false });
      await Promise.resolve();
    },
    goDark: async () => {
      server.goDark();
      await Promise.resolve();
    },
    dispose: () => Promise.resolve(),
  });
});
