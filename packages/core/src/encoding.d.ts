// Three globals that every host of the core has (Node, browsers, workers) and that `lib: ES2023` does not contain. They
// are declared by hand, so that the compiler still refuses all other globals of a platform.

declare class TextDecoder {
  constructor(label?: string, options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean });
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string;
}

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}

declare function atob(base64: string): string;
