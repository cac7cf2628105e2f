export { createNodeSerialLink } from './node-serial-link.ts';
