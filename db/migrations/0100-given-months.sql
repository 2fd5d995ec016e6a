-- Free months that did not come from a tip: bought with points, or given by an administrator. They lie in one row
-- with the ambassador's (app/membership/free-period.ts). The key is the giver's: asked twice, they are given once.
create table given_months (
  id uuid primary key default uuidv7(),
  member_id uuid not null references profiles (id) on delete cascade,
  key text not null unique check (length(key) between 1 and 200),
  source text not null check (source in ('points', 'admin')),
  months integer not null check (months between 1 and 120),
  granted_at timestamptz not null,
  -- The first free day it gives, and the first day after it.
  free_from date not null,
  free_until date not null,
  check (free_from < free_until)
);

create index given_months_of_member on given_months (member_id, granted_at);
