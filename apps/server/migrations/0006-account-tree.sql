-- The time of an account's last call. It is kept when the session is removed at sign-out.
alter table users add column seen_at timestamptz;
update users u set seen_at = s.used_at from sessions s where s.user_id = u.id;
grant select (seen_at) on users to batbot_app;
create function note_seen() returns trigger language plpgsql as $$
begin
  update users set seen_at = new.used_at where id = new.user_id;
  return null;
end $$;
create trigger note_seen after insert or update of used_at on sessions
  for each row execute function note_seen();

-- Moves an account below another account of the caller's subtree, together with the accounts below it and their data. The
-- rows of the log are moved too: they keep their content and become visible at the new place of their account.
create function move_account(moved text, below text) returns void
  language plpgsql security definer set search_path from current as $$
declare
  source ltree := (select path from users where id = moved and path <@ scope() and path <> scope());
  target ltree := (select path from users where id = below and path <@ scope());
  kept int := nlevel(source) - 1;
  size int := (select count(*) from users where path <@ source);
  levels int := (select max(nlevel(path)) from users where path <@ source) - kept;
  above users;
begin
  if source is null or target is null or target <@ source then
    raise exception 'CYCLE' using errcode = 'BB001';
  end if;
  if nlevel(target) + levels > 8 then raise exception 'TOO_DEEP' using errcode = 'BB001'; end if;
  for above in select * from users where path @> target and not path @> source order by path for no key update loop
    if (select count(*) from users where path <@ above.path and path <> above.path) + size > above.max_sub_users then
      raise exception 'SUB_USER_LIMIT' using errcode = 'BB001';
    end if;
  end loop;
  update users set creator_id = below where id = moved;
  update users set path = target || subpath(path, kept) where path <@ source;
  update assets set owner = target || subpath(owner, kept) where owner <@ source;
  update documents set owner = target || subpath(owner, kept) where owner <@ source;
  update assignments set owner = target || subpath(owner, kept) where owner <@ source;
  update assignments set audience = target || subpath(audience, kept) where audience <@ source;
  update recordings set owner = target || subpath(owner, kept) where owner <@ source;
  update blob_refs set owner = target || subpath(owner, kept) where owner <@ source;
  update events set owner = target || subpath(owner, kept) where owner <@ source;
  update events set former_owner = target || subpath(former_owner, kept) where former_owner <@ source;
end $$;

-- Changes above the caller whose rows the caller may see: documents, assignments, and moves of an account above. The actor
-- of the change is not visible.
create view changes_above as
  select e.xid, e.seq, e.topic, e.kind, e.subject_id from events e
  where e.owner @> scope() and e.owner <> scope()
    and e.kind in ('publishDocument', 'retireDocument', 'assign', 'setAssignment', 'moveAccount');
grant select on changes_above to batbot_app;
