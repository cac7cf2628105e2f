-- The sorts of `assets` over one account's assets read only this index, and then only the rows of the page.
create index assets_page on assets (owner_text) include (id, attention, seen_at, serial_key);
drop index assets_owner;
-- So does the filter of packs with open tickets.
drop index tickets_asset;
create index tickets_asset on tickets (asset_id) include (owner_text) where not is_done;
