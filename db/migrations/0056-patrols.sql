-- When guards walk, who walked, where they stopped, and the extra stops that a sponsor has paid for. The hours
-- follow from the day (app/patrols/shift-hours.ts) and are written ahead, so that a shift can be given to somebody.
-- Whatever a retry or a second process could do twice is unique here.

create table patrol_shifts (
  id uuid primary key default uuidv7(),
  postcode text not null references postcodes (code),
  -- The day in Stockholm; one shift a day.
  day date not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- The partner that walks it. Empty: nobody has it yet.
  company_id uuid references companies (id) on delete set null,
  created_at timestamptz not null default now(),
  unique (postcode, day),
  check (starts_at < ends_at)
);
create index patrol_shifts_of_company on patrol_shifts (company_id, starts_at) where company_id is not null;
create index patrol_shifts_by_time on patrol_shifts (starts_at);

-- A guard on a shift, from checking in to checking out; one may go home and another carry on.
create table patrol_walks (
  id uuid primary key default uuidv7(),
  shift_id uuid not null references patrol_shifts (id) on delete cascade,
  guard_id uuid not null references guards (id) on delete cascade,
  began_at timestamptz not null,
  ended_at timestamptz,
  -- The guard forgot to check out; the shift's end stands instead.
  was_forgotten boolean not null default false,
  check (ended_at >= began_at),
  check (not was_forgotten or ended_at is not null)
);
create unique index patrol_walks_one_open on patrol_walks (shift_id, guard_id) where ended_at is null;
create index patrol_walks_of_shift on patrol_walks (shift_id, began_at);
create index patrol_walks_open on patrol_walks (began_at) where ended_at is null;

-- Somewhere a guard stopped. No address: what is written down is when, and a note for the partner.
create table patrol_stops (
  id uuid primary key default uuidv7(),
  -- The form brought it: a stop that is sent again, late or twice, is the same one.
  key uuid not null unique,
  shift_id uuid not null references patrol_shifts (id) on delete cascade,
  guard_id uuid not null references guards (id) on delete cascade,
  stopped_at timestamptz not null,
  note text not null default '' check (length(note) <= 500),
  received_at timestamptz not null default now()
);
create index patrol_stops_of_shift on patrol_stops (shift_id, stopped_at);

-- A stop that a sponsor has paid for: the first or second of a week of its month, planned into a shift.
create table sponsor_stops (
  id uuid primary key default uuidv7(),
  slot_id uuid not null references sponsor_slots (id) on delete cascade,
  -- The week's Monday.
  week date not null check (extract(isodow from week) = 1),
  turn integer not null check (turn in (1, 2)),
  shift_id uuid not null references patrol_shifts (id) on delete cascade,
  -- The stop that carried it out.
  stop_id uuid unique references patrol_stops (id) on delete set null,
  unique (slot_id, week, turn),
  unique (slot_id, shift_id)
);
create index sponsor_stops_of_shift on sponsor_stops (shift_id);
