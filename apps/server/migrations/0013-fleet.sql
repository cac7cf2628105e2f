-- The figures of a pack as columns, so that a fleet is measured by reading only their index.
alter table assets
  add column measured_at text collate "C" generated always as (stats ->> 'at') stored, -- ISO 8601 in UTC
  add column worst_cell_percent float8 generated always as ((stats ->> 'worstCellPercent')::float8) stored,
  add column rest_spread_mv float8 generated always as ((stats ->> 'restSpreadMv')::float8) stored,
  add column soh_percent float8 generated always as ((stats ->> 'sohPercent')::float8) stored,
  add column soc_error_points float8 generated always as (abs((stats ->> 'socErrorPoints')::float8)) stored;
create index assets_measured on assets (owner_text)
  include (id, model, measured_at, worst_cell_percent, rest_spread_mv, soh_percent, soc_error_points)
  where measured_at is not null;
