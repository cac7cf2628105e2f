import { createFakeClock } from '@batbot/core/fakes';
import { createSerialDouble } from './serial-double.fixture.ts';
import { createWebSerialLink } from './web-serial-link.ts';

/** The adapter on the double of `navigator.serial`, with virtual time and a page that can hide. */
export const createBench = () => {
  const double = createSerialDouble();
  const clock = createFakeClock();
  const page = new EventTarget();
  const link = createWebSerialLink(double.serial, {
    isSecureContext: true,
    clock,
    pageEvents: page,
  });
  return { double, clock, page, link };
};
