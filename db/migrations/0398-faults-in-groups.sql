-- What broke, for administrators (docs/decisions/0231): a row for what breaks in the same way in the same place, how often, since when, and the
-- numbers that the visitors of the latest were shown. Nothing of what anybody sent or was shown: no message, no value, no whole address.
-- The log has each of them.

create table faults (
  id uuid primary key default uuidv7(),
  -- What makes two faults one.
  mark text not null unique check (mark ~ '^[0-9a-f]{64}$'),
  kind text not null check (length(kind) between 1 and 120),
  place text not null check (length(place) between 1 and 200),
  frames text[] not null check (cardinality(frames) <= 8),
  count bigint not null check (count > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- Newest first.
  requests uuid[] not null check (cardinality(requests) <= 200),
  mended_at timestamptz,
  mended_by uuid references profiles (id) on delete set null,
  -- It was marked as mended, and came again.
  came_back boolean not null default false,
  check (first_at <= last_at)
);
create index faults_latest on faults (last_at desc, id desc);
create index faults_of_mender on faults (mended_by);
