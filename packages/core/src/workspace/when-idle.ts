import { combineLatest, filter, firstValueFrom } from 'rxjs';
import type { Sync } from './sync.ts';

/** Resolves when the copies are as recent as the server allows. Does not wait for large uploads, which may take minutes. */
export const whenIdle = async ({ state$, upload$ }: Pick<Sync, 'state$' | 'upload$'>) => {
  const idle$ = combineLatest([state$, upload$]).pipe(
    filter(([state, upload]) => state.kind !== 'working' || upload !== undefined),
  );
  await firstValueFrom(idle$, { defaultValue: undefined });
};
