import { Subject } from 'rxjs';
import { ok, type Result } from '../prelude/result.ts';
import type { PushError, PushInbox, PushMessage, PushRegistration } from '../ports/push-inbox.ts';

/** A push service that does as a test says. At first the user grants, and each registration has a token of its own. */
export interface FakePushInbox extends PushInbox {
  /** What the next registrations give. */
  readonly answer: (registration: Result<PushRegistration, PushError>) => void;
  /** Keeps registrations pending; the function returned lets them go on. */
  readonly hold: () => () => void;
  readonly deliver: (message: PushMessage) => void;
  /** `register` and `unregister` in the order they began. */
  readonly calls: () => readonly ('register' | 'unregister')[];
}

export const createFakePushInbox = (): FakePushInbox => {
  const messages = new Subject<PushMessage>();
  const calls: ('register' | 'unregister')[] = [];
  let answer: Result<PushRegistration, PushError> | undefined;
  let held: Promise<void> = Promise.resolve();
  let count = 0;
  return {
    register: async () => {
      calls.push('register');
      await held;
      count += 1;
      return answer ?? ok({ permission: 'granted', token: `push-token-${String(count)}` });
    },
    unregister: () => {
      calls.push('unregister');
      return Promise.resolve();
    },
    messages$: messages.asObservable(),
    answer: (registration) => {
      answer = registration;
    },
    hold: () => {
      let release: () => void = () => undefined;
      held = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    deliver: (message) => {
      messages.next(message);
    },
    calls: () => [...calls],
  };
};
