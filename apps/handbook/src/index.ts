export { buildHandbook } from './build-handbook.ts';
export { CONTENTS } from './contents.ts';
