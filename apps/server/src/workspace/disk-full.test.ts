import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { startTestApi } from '../testing/test-api.ts';
import { item } from '../testing/test-workspace.ts';

it('[OPS-19] [OP-10] while the disk of the database is full, a change is answered with 503, not refused, and is applied when it is sent again', async () => {
  const api = await startTestApi();
  const { database } = api;
  const token = await api.tokenOf('technician');
  const id = randomUUID();
  const change = item({ putAsset: { id, serial: 'SN-full' } });
  const submit = () =>
    api.ask('mutation ($batch: [SubmissionItem!]!) { submit(batch: $batch) { status code } }', {
      token,
      variables: { batch: [change] },
    });
  await database.script(
    `create function fill() returns trigger language plpgsql as $$ begin
       raise exception 'could not extend file "base/1": No space left on device' using errcode = '53100';
     end $$;
     create trigger fill before insert on assets for each row execute function fill()`,
  );
  const { status, headers, errors } = await submit();
  expect([status, headers.get('retry-after'), errors]).toEqual([503, '5', ['Service unavailable']]);
  expect(api.logged).toEqual([expect.stringContaining('No space left on device') as string]);

  await database.script('drop trigger fill on assets');
  expect((await submit()).data).toEqual({ submit: [{ status: 'APPLIED', code: null }] });
  await api.server.close();
});
