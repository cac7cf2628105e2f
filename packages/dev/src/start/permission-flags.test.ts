import { expect, test } from 'vitest';
import { PERMISSION_FLAGS } from '@batbot/core';
import { permissionFlags } from '@batbot/server';

test('[TAB-1] server and client, which share no code, know the same permission flags', () => {
  expect([...permissionFlags].toSorted()).toEqual([...PERMISSION_FLAGS].toSorted());
});
