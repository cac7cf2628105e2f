/** The browser's Trusted Types, which TypeScript's DOM library does not declare. */
interface PolicyFactory {
  readonly createPolicy: (
    name: string,
    rules: {
      readonly createHTML: (text: string) => string;
      readonly createScriptURL: (text: string) => string;
    },
  ) => unknown;
}

/**
 * Accepts text without '<', which cannot open a tag; antd inserts style sheets in this way. Throws a TypeError for
 * markup.
 */
export const plainText = (text: string): string => {
  if (text.includes('<')) throw new TypeError('Markup from a string is not allowed here.');
  return text;
};

/** Accepts scripts of workers and service workers from this origin only. Throws a TypeError for others. */
export const ownScript = (text: string, page: string): string => {
  if (new URL(text, page).origin !== new URL(page).origin) {
    throw new TypeError('A script of another origin is not allowed here.');
  }
  return text;
};

/**
 * Creates the only policy that the content security policy allows. Call it first. Without Trusted Types, it does
 * nothing.
 */
export const installTrustedTypes = (page: Window & typeof globalThis): void => {
  // TypeScript's DOM library does not declare it
  const { trustedTypes } = page as { readonly trustedTypes?: PolicyFactory };
  trustedTypes?.createPolicy('default', {
    createHTML: plainText,
    createScriptURL: (text) => ownScript(text, page.location.href),
  });
};
