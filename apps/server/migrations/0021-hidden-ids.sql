-- The body of an event without the ids of accounts outside the subtree or removed: their company instead, as in
-- `shown_actor`. It runs as the caller, who reads only the accounts of the subtree.
create function shown_body(body jsonb) returns jsonb language plpgsql stable as $$
declare
  place text[];
begin
  foreach place slice 1 in array array[['after', 'parentId'], ['before', 'assigneeId'], ['after', 'assigneeId']] loop
    if body #>> place is not null and not exists (select from users where id = body #>> place) then
      body := jsonb_set(body, place, to_jsonb(coalesce(person_name(body #>> place), '–')));
    end if;
  end loop;
  return body;
end $$;
