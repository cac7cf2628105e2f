/** Version of the product (the specification, section 9). */
export const PRODUCT_VERSION = '1.7.2';
