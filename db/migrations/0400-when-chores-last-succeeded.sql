-- When each of the chores that nobody asks for last succeeded and last failed, in whatever process it was, so that it is known after a restart
-- too (docs/decisions/0237). A chore has its row from the first time that it ended, well or not.

create table chore_runs (
  chore text primary key check (length(chore) between 1 and 100),
  succeeded_at timestamptz,
  failed_at timestamptz,
  check (num_nonnulls(succeeded_at, failed_at) > 0)
);
