// A process that locks the data folder of its argument until it is ended.
import { lockFolder } from '../database/folder-lock.ts';

await lockFolder(process.argv[2] ?? '');
process.stdout.write('locked');
setInterval(() => undefined, 1_000);
