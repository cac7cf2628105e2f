import type { WorkspaceFault } from '@batbot/core/workspace';

/** Why the server does not compare packs, by the kind of the fault. */
export const FAULTS: Readonly<Record<WorkspaceFault['kind'], string>> = {
  unreachable:
    'The server cannot answer this now. The recordings of this computer are analysed without it.',
  expired: 'Your session on the server has ended. Log in again.',
  notOffered:
    'This server does not compare packs. The recordings of this computer are analysed without it.',
  refused: 'This account may not see the fleet.',
};
