import { createFakeClock } from '../fakes/fake-clock.ts';
import { createLive } from '../prelude/live.ts';
import { createLogBuffer, type LogLimits } from './log-buffer.ts';
import { rangeOf } from '../protocol/line-reader.ts';
import type { NewEntry } from './log-entry.ts';
import { createMatcherOf, plainMatcher } from './matcher.ts';
import { createShownLog, type ShownSettings } from './shown-log.ts';
import type { PatternCompiler } from '../ports/pattern-compiler.ts';
import { err, ok } from '../prelude/result.ts';

const encoder = new TextEncoder();

/** Returns a received line, unless `fields` change it. */
export const line = (text: string, fields: Partial<NewEntry> = {}): NewEntry => ({
  at: 0,
  ms: 0,
  direction: 'received',
  text,
  source: rangeOf(encoder.encode(fields.direction === 'system' ? '' : text)),
  origin: 'user',
  ...fields,
});

/** A pattern compiler that supports only the expression `^text`. A single bracket is a bad pattern. */
export const simplePatterns: PatternCompiler = {
  compile: async (source, { isCaseSensitive }) => {
    if (source === '(') return err({ kind: 'badPattern', message: 'missing closing )', at: 0 });
    const { isIn, rangesIn } = plainMatcher(source.slice(1), isCaseSensitive);
    const isFirst = (text: string): boolean => isIn(text.slice(0, source.length - 1));
    return ok({
      isIn: isFirst,
      rangesIn: (text) => (isFirst(text) ? rangesIn(text).slice(0, 1) : []),
    });
  },
};

/** Sets up a log with everything that shows it, on virtual time. */
export const setUpLog = (limits?: LogLimits) => {
  const clock = createFakeClock();
  const buffer = createLogBuffer(limits);
  const log = createLive(buffer.view());
  const settings = createLive<ShownSettings>({ showBackground: false, format: 'ascii' });
  const matcherOf = createMatcherOf(simplePatterns);
  const source = createShownLog({ clock, log$: log.live, settings$: settings.live, matcherOf });
  const publish = (): void => log.set(buffer.view());
  return {
    clock,
    buffer,
    log$: log.live,
    settings,
    matcherOf,
    ...source,
    publish,
    /** Adds lines and publishes them. */
    say: (...entries: readonly (string | NewEntry)[]): void => {
      for (const entry of entries) buffer.add(typeof entry === 'string' ? line(entry) : entry);
      publish();
    },
    texts: (): readonly string[] => {
      const { view, ids } = source.shown$.value;
      return Array.from(
        { length: ids.length },
        (_, index) => view.entry((ids.at(index) ?? 0) - view.firstId)?.text ?? '?',
      );
    },
  };
};
