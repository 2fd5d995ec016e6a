-- Which backup was put back beside the product, when, and what was found in it (docs/decisions/0236): a row for each night in which the product
-- tried one by itself, and for each that an operator's own command has tried. What is not here is not known here.

create table backup_trials (
  id uuid primary key default uuidv7(),
  -- The night of the product's own: whoever writes it first has that night. Null for a command's.
  night date unique,
  began_at timestamptz not null,
  -- One that was cut off, with the process that had it, is begun again a few times.
  attempts integer not null default 1 check (attempts between 1 and 3),
  ended_at timestamptz,
  -- Until when what was written is in the backup. Null when none could be read.
  made_at timestamptz,
  outcome text check (outcome in ('whole', 'books', 'history', 'unreadable', 'not made', 'no room', 'too long', 'cut off')),
  people integer check (people >= 0),
  companies integer check (companies >= 0),
  bookings integer check (bookings >= 0),
  alarms integer check (alarms >= 0),
  vouchers integer check (vouchers >= 0),
  -- That no newer one has come for too long was said then.
  told_old_at timestamptz,
  check ((ended_at is null) = (outcome is null)),
  -- Of what was found whole it is known how old it is and how much there was.
  check (outcome is distinct from 'whole' or (made_at is not null and num_nulls(people, companies, bookings, alarms, vouchers) = 0))
);
create index backup_trials_latest on backup_trials (began_at desc, id desc);
