import { benchIngest } from './bench/ingest.ts';

benchIngest((line) => {
  console.log(line);
});
