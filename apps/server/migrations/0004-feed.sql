-- The database cluster whose transaction numbers `events.xid` and the cursors of `changes` hold. A dump that is restored
-- elsewhere meets other numbers: see `settleFeed`.
create table feed (cluster text not null);
insert into feed select system_identifier::text from pg_control_system();
grant select on feed to batbot_app;
