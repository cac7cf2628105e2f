import { accountGatewayContract } from '../contracts/account-gateway.contract.ts';
import { createFakeAccountGateway } from './fake-account-gateway.ts';

accountGatewayContract('The fake account gateway', () => {
  const gateway = createFakeAccountGateway();
  return Promise.resolve({
    gateway,
    user: 'technician',
    pass: 'secret',
    deactivate: async () => {
      gateway.alter('technician', { status: false });
      await Promise.resolve();
    },
    goDark: async () => {
      gateway.setReachable(false);
      await Promise.resolve();
    },
    dispose: () => Promise.resolve(),
  });
});
