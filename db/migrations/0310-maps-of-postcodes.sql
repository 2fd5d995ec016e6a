-- The districts around a postcode, as an administrator has loaded them from a file (docs/decisions/0158). One row holds a
-- whole map, since it is always drawn as a whole: a few kilobytes of names and rings.
create table postcode_maps (
  postcode text primary key references postcodes (code) on delete cascade,
  -- Who made the file and what one may do with it, as it stands under the map.
  source text not null check (length(source) between 1 and 200),
  areas jsonb not null check (jsonb_typeof(areas) = 'array' and pg_column_size(areas) <= 300000),
  loaded_at timestamptz not null
);
