// The two globals every host of the core has (Node, browsers, workers); `lib: ES2023` names neither.
// Declared by hand, so that the compiler keeps refusing every other platform global.

declare class TextDecoder {
  constructor(label?: string, options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean });
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string;
}

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}
