/** The glyph of each state, so that colour is not the only sign of a state. */
export const GLYPHS = { idle: '○', good: '●', watch: '▲', act: '✕' } as const;
