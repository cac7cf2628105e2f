import type { Plugin } from 'vite';

/** What a module of antd imports from `@rc-component/form`, and the file that defines it. */
const PARTS = new Map([
  ['form/context.js', "export { FormProvider } from '@rc-component/form/es/FormContext';"],
  [
    'form/hooks/useForm.js',
    "export { default as useForm } from '@rc-component/form/es/hooks/useForm';",
  ],
]);

/**
 * Loads the form of antd with the first page that has one. Its controls and tables import parts of it from the index of
 * the package, which a bundler cannot divide.
 */
export const formParts = (): Plugin => ({
  name: 'form-parts',
  apply: 'build',
  enforce: 'pre',
  resolveId(source, importer) {
    const name = importer?.split('/antd/es/')[1] ?? '';
    return source === '@rc-component/form' && PARTS.has(name) ? `\0form-parts/${name}` : undefined;
  },
  load: (id) => (id.startsWith('\0form-parts/') ? PARTS.get(id.slice(12)) : undefined),
});
