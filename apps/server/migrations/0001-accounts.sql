create table users (
  id text primary key,
  user_name text not null,
  email text not null,
  password_hash text not null,
  active boolean not null,
  permission text not null,
  profile_permission text not null,
  -- the granted permission flags: ["terminal", …]
  flags jsonb not null,
  company_name text not null,
  client_id text,
  client_name text,
  creator_id text references users (id) on delete set null,
  user_level text not null,
  phone_number text not null,
  popover_content jsonb not null
);
create unique index users_user_name on users (lower(user_name));
create unique index users_email on users (lower(email));
create index users_creator on users (creator_id);

-- The primary key allows one session per user. The push token is removed with its session.
create table sessions (
  user_id text primary key references users (id) on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null,
  used_at timestamptz not null,
  push_token text unique
);
