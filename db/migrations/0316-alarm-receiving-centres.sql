-- The alarm receiving centre (larmcentral) that a guard company has named, and what was told it by SIA DC-09. A number counts
-- from 1 to 9999 and then anew for each centre; whatever is said again has the number that it had. A zone tells one alarm
-- from another at the centre, from its beginning to its end.

create table alarm_centres (
  company_id uuid primary key references companies (id) on delete cascade,
  name text not null check (name <> ''),
  host text not null check (host <> ''),
  port integer not null check (port between 1 and 65535),
  account text not null check (account ~ '^[0-9A-F]{3,16}$'),
  receiver text not null check (receiver ~ '^[0-9A-F]{1,6}$'),
  line text not null check (line ~ '^[0-9A-F]{1,6}$'),
  format text not null check (format in ('SIA-DCS', 'ADM-CID')),
  -- The AES key, sealed; empty where nothing is encrypted.
  sealed_key text,
  poll_s integer not null check (poll_s between 20 and 3600),
  next_number integer not null default 1 check (next_number between 1 and 9999),
  next_zone integer not null default 1 check (next_zone between 1 and 999),
  -- How far the centre's clock is ahead of ours, as it has said itself.
  skew_ms bigint not null default 0,
  -- Somebody speaks with it until then: one line at a time, whichever process it is.
  line_until timestamptz,
  next_poll_at timestamptz not null,
  polled_at timestamptz,
  -- The latest ACK, of a poll or of an alarm.
  answered_at timestamptz,
  -- Why the latest try was none.
  failed_because text,
  told_silent_at timestamptz,
  changed_at timestamptz not null
);
create index alarm_centres_to_poll on alarm_centres (next_poll_at);

create table centre_signals (
  id uuid primary key,
  company_id uuid not null references alarm_centres (company_id) on delete cascade,
  -- What it is about; empty for a test.
  subject uuid,
  kind text not null check (kind in ('panic', 'panic over', 'duress', 'duress over', 'test')),
  number integer not null check (number between 1 and 9999),
  zone integer not null check (zone between 0 and 999),
  tries integer not null default 1,
  -- How the latest try went: it arrived, it is kept here and nowhere sent, or why not.
  outcome text,
  created_at timestamptz not null,
  settled_at timestamptz
);
create index centre_signals_of_company on centre_signals (company_id, created_at desc);
create index centre_signals_of_subject on centre_signals (company_id, subject) where subject is not null;
create index centre_signals_old on centre_signals (created_at);
