import type { Plugin } from 'vite';

/** The chunk that is loaded before every other chunk with an `import()`. All chunks are in one folder. */
const FIRST = 'login';
/** A name that the minifier does not give to a variable. */
const NAME = 'import_';
const SOURCE = `globalThis.${NAME}=u=>import(u).catch(()=>import(\`\${u}?again=\${Date.now()}\`));`;

/**
 * Makes `import('./x.js')` of a built chunk fetch a chunk again that did not load. A browser keeps a failed import until
 * the page is reloaded (Chromium from version 150), so that "Retry" would fail without a request. With a query it is
 * another module [RT-08].
 */
export const retryImports = (): Plugin => ({
  name: 'retry-imports',
  apply: 'build',
  generateBundle: {
    order: 'post', // after Vite has added the styles of each chunk
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
      const first = chunks.find(({ name }) => name === FIRST);
      if (first === undefined) this.error(`There is no chunk "${FIRST}".`);
      for (const chunk of chunks)
        chunk.code = chunk.code.replaceAll(/\bimport\((?=[`"']\.\/)/g, `${NAME}(`);
      first.code = SOURCE + first.code;
    },
  },
});
