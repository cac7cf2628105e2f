import type { Asset } from '@batbot/core/workspace';

/** Names a pack so that it differs from another one with the same serial number: "A1 · Works · LFP 16S · City Fleet". */
export const packText = ({ serial, maker, model, clientName }: Asset): string =>
  [serial, maker, model, clientName].filter(Boolean).join(' · ');
