-- The changes of the caller among these, with the version that each made. A change whose row has left the caller's subtree
-- is among them too, so that it is not tried again when its answer was lost.
create or replace function own_changes(ids uuid[]) returns table (id uuid, version int)
  language sql stable security definer set search_path from current as $$
  select e.id, e.version from events e where e.id = any(ids) and e.actor_id = current_setting('batbot.account')
$$;
