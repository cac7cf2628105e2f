/** Trusted Types as browsers have them; the DOM library of TypeScript does not know them yet. */
interface PolicyFactory {
  readonly createPolicy: (
    name: string,
    rules: {
      readonly createHTML: (text: string) => string;
      readonly createScriptURL: (text: string) => string;
    },
  ) => unknown;
}

/** A text without '<' cannot open a tag: antd writes style sheets so. Everything else that asks is a mistake. */
export const plainText = (text: string): string => {
  if (text.includes('<')) throw new TypeError('Markup from a string is not allowed here.');
  return text;
};

/** Workers and service workers of this origin only. */
export const ownScript = (text: string, page: string): string => {
  if (new URL(text, page).origin !== new URL(page).origin) {
    throw new TypeError('A script of another origin is not allowed here.');
  }
  return text;
};

/**
 * Makes the one policy the content security policy allows. Call it before anything else runs; where the platform has
 * no Trusted Types it does nothing.
 */
export const installTrustedTypes = (page: Window & typeof globalThis): void => {
  const { trustedTypes } = page as { readonly trustedTypes?: PolicyFactory }; // absent in the library's types
  trustedTypes?.createPolicy('default', {
    createHTML: plainText,
    createScriptURL: (text) => ownScript(text, page.location.href),
  });
};
