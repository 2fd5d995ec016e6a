-- A company says where its own calendar can be read, and is not booked when that says that it is busy. The address is a
-- secret of theirs, sealed. What was read last stays while it cannot be read: nobody is booked twice for a server that is down.

create table busy_calendars (
  company_id uuid primary key references companies (id) on delete cascade,
  address_sealed text not null,
  -- What the server called the file that was read last, so that it need not send it again.
  etag text,
  read_at timestamptz,
  -- Events whose rule is not read here.
  unread integer not null default 0,
  next_attempt_at timestamptz not null,
  attempts integer not null default 0,
  failing_since timestamptz,
  -- Why, in one of our own words.
  failure text,
  told_at timestamptz,
  created_at timestamptz not null
);
create index busy_calendars_due on busy_calendars (next_attempt_at);

create table busy_times (
  company_id uuid not null references busy_calendars (company_id) on delete cascade,
  from_at timestamptz not null,
  to_at timestamptz not null check (to_at > from_at),
  primary key (company_id, from_at)
);

-- What only the company itself reads of why it is closed; `reason` is for everybody.
alter table closed_periods add column own_note text not null default '' check (length(own_note) <= 200);
