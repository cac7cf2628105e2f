-- A user signs in with the user name or the e-mail address, so one account's name cannot be the address of another one.
-- The lock makes such changes of several calls run one after the other.
create function refuse_taken_login() returns trigger language plpgsql security definer set search_path from current as $$
begin
  perform pg_advisory_xact_lock(1722006);
  if exists (select from users where id <> new.id and lower(email) = lower(new.user_name)) then
    raise unique_violation using constraint = 'users_user_name';
  end if;
  if exists (select from users where id <> new.id and lower(user_name) = lower(new.email)) then
    raise unique_violation using constraint = 'users_email';
  end if;
  return new;
end $$;
create trigger refuse_taken_login before insert or update of user_name, email on users
  for each row execute function refuse_taken_login();
