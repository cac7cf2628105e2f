-- The name of the account that made a change, as `person_name`: of an account outside the subtree only its company. A
-- removed account keeps the name that the log has.
create function shown_actor(account text, name text) returns text
  language sql stable security definer set search_path from current as $$
  select coalesce((select case when path <@ scope() then name else coalesce(nullif(company_name, ''), '–') end
    from users where id = account), name)
$$;
