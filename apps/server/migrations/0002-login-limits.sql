-- Login attempts by key (address, account, account and address), shared by all servers on this database.
create table login_limits (
  key text primary key,
  -- attempts used at that time; the bucket is refilled with time
  used double precision not null,
  at timestamptz not null,
  -- whether the last attempt was admitted
  admitted boolean not null
);
create index login_limits_at on login_limits (at);

-- Addresses from which an account has signed in.
create table known_addresses (
  user_id text not null references users (id) on delete cascade,
  address text not null,
  at timestamptz not null,
  primary key (user_id, address)
);
