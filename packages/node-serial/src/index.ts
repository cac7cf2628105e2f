export { createNodeSerialLink, type NodeSerialOptions } from './node-serial-link.ts';
