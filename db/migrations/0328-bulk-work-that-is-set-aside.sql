-- One deed that failed for one person was tried for ever, and every later job waited behind it. That one is set aside, kept here
-- for whoever began, and the job goes on.
alter table bulk_jobs add column set_aside text[] not null default '{}';
