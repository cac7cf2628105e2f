// Canary of the hexagon's wall: each line below must fail to compile. When one does not, a platform's globals have
// become visible to the core, and `@ts-expect-error` turns that into an error of the type check.

// @ts-expect-error the core does not know the DOM
export type NoDocument = typeof document;
// @ts-expect-error the core does not know Node
export type NoProcess = typeof process;
// @ts-expect-error time enters through the Clock port
export type NoTimers = typeof setTimeout;
