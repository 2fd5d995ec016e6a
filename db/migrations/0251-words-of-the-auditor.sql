-- What the auditor says to operators is said again until somebody has heard it: each message of its own is kept, so that a
-- report can find it, and an incident remembers when it was heard of.

create table auditor_words (
  -- Our name of the message, which its report gives back.
  id uuid primary key,
  said_at timestamptz not null,
  channel text not null check (channel in ('sms', 'mail')),
  -- The next in line has taken it over.
  taken_at timestamptz,
  heard_at timestamptz
);
create index auditor_words_newest on auditor_words (said_at desc);

-- By a message that is known to have arrived, or on the page.
alter table alarm_incidents add column heard_at timestamptz;
