/** The shapes of the states: no meaning by colour alone. */
export const GLYPHS = { idle: '○', good: '●', watch: '▲', act: '✕' } as const;
