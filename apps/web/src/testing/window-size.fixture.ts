import { beforeEach } from 'vitest';
import { page } from 'vitest/browser';

// The size that a test gives the window stays after the test.
beforeEach(() => page.viewport(1280, 800));
