import { sealCryptoContract } from '@batbot/core/contracts';
import { createWebSealCrypto } from './web-seal-crypto.ts';

sealCryptoContract('web cryptography', createWebSealCrypto(globalThis.crypto.subtle));
