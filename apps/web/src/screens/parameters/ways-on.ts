/** What the user can do about a write that has not ended, with the label of its button. */
export const WAYS_ON = { rollBack: 'Roll back', finish: 'Finish' } as const;
export type WayOn = keyof typeof WAYS_ON;
