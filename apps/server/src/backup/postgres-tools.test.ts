import { expect, it } from 'vitest';
import { withoutPassword } from './postgres-tools.ts';

it('[OPS-7] the password of DATABASE_URL is not an argument of pg_dump, where other users could read it', () => {
  expect(withoutPassword('postgres://batbot:a%40b%2Fc@db:5432/batbot?sslmode=require')).toEqual({
    url: 'postgres://batbot@db:5432/batbot?sslmode=require',
    password: 'a@b/c',
  });
  expect(withoutPassword('postgres://batbot:a@b@db/batbot?application_name=a@b')).toEqual({
    url: 'postgres://batbot@db/batbot?application_name=a@b',
    password: 'a@b',
  });
  const plain = 'postgres://batbot@/batbot?host=%2Ftmp';
  expect(withoutPassword(plain)).toEqual({ url: plain, password: undefined });
});
