// Checks that the core cannot see globals of a platform: each line below must fail to compile. If one of them compiles,
// `@ts-expect-error` reports it in the type check.

// @ts-expect-error the core does not know the DOM
export type NoDocument = typeof document;
// @ts-expect-error the core does not know Node
export type NoProcess = typeof process;
// @ts-expect-error time enters through the Clock port
export type NoTimers = typeof setTimeout;
