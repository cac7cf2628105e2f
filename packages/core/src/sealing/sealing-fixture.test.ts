import { sealCryptoContract } from '../contracts/seal-crypto.contract.ts';
import { sealKeysContract } from '../contracts/seal-keys.contract.ts';
import { createMemorySealKeys, nodeCrypto } from './sealing.fixture.ts';

sealCryptoContract('Node’s web cryptography', nodeCrypto);

sealKeysContract('keys in memory', () => {
  const keys = createMemorySealKeys();
  return { crypto: nodeCrypto, openTab: () => keys };
});
