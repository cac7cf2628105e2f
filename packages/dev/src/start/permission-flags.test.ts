import { expect, test } from 'vitest';
import { PERMISSION_FLAGS } from '@batbot/core';
import { permissionFlags } from '@batbot/server';

test('[TAB-1] server and client share no code but have the same permission flags', () => {
  expect([...permissionFlags].toSorted()).toEqual([...PERMISSION_FLAGS].toSorted());
});
