-- One deed for many people. A job goes through them by id; how far it has come is written with each person's change,
-- so a job that is cut off goes on where it was, and nobody gets a deed twice.

create table bulk_jobs (
  -- The form's key: a form sent twice is one job.
  id uuid primary key,
  deed text not null check (deed in ('sign out', 'send verification', 'give months', 'tell opening')),
  -- Whom: the same words as the address of the list.
  search text not null check (length(search) <= 500),
  months integer check (months between 1 and 24),
  reason text not null check (length(reason) between 1 and 1000),
  -- The administrator's and where they sat, for the history of each person.
  created_by uuid not null,
  address text not null check (length(address) <= 64),
  created_at timestamptz not null,
  -- Everyone after this id is done; the newest come first, and whoever joins later is not part of it.
  reached uuid,
  changed integer not null default 0,
  skipped integer not null default 0,
  state text not null default 'running' check (state in ('running', 'done', 'stopped')),
  ended_at timestamptz,
  check ((deed = 'give months') = (months is not null)),
  check ((state = 'running') = (ended_at is null))
);

create index bulk_jobs_running on bulk_jobs (created_at) where state = 'running';
create index bulk_jobs_newest on bulk_jobs (created_at desc, id desc);
