-- The alarm: what a member sent, whom it was for, what was said to each of them and how that went, what
-- happens next and when, and a history that can only be added to. An alarm, its first deliveries and its
-- deadlines are written by one commit; an engine of our own carries out what lies here (docs/decisions/0060).

create table safety_alarms (
  id uuid primary key default uuidv7(),
  -- Made when the page was shown: the same send twice is one alarm.
  key uuid not null,
  -- Empty once the person has deleted their account, and for the canary.
  reported_by uuid references profiles (id) on delete set null,
  origin text not null default 'member' check (origin in ('member', 'canary')),
  postcode text not null check (postcode ~ '^[0-9]{5}$'),
  message text not null check (message <> ''),
  status text not null default 'new'
    check (status in ('new', 'acknowledged', 'on_site', 'resolved', 'false_alarm', 'cancelled')),
  -- Decided at the press and never changed: a test must not become an alarm, nor an alarm a test.
  is_test boolean not null default false,
  -- How many times the member has pressed.
  urgency integer not null default 1 check (urgency > 0),
  -- When everyone was last called: a burst of presses is one call.
  called_at timestamptz not null,
  -- The partners of neighbouring postcodes have been called too, and may see it from then on.
  widened_at timestamptz,
  -- The member has been told that nobody has answered.
  told_nobody_at timestamptz,
  -- Without references: whoever takes an alarm is part of its history, also when they are gone.
  taken_by_company uuid,
  taken_by_guard uuid,
  taken_by_operator uuid,
  taken_at timestamptz,
  on_site_at timestamptz,
  -- The member has said 'Jag är trygg'.
  safe_at timestamptz,
  closed_at timestamptz,
  -- For the figures: the first answer counts, also when it was handed back.
  first_taken_at timestamptz,
  counted boolean not null default false,
  created_at timestamptz not null,
  constraint safety_alarms_one_taker check (
    num_nonnulls(taken_by_company, taken_by_operator) <= 1
    and (status not in ('acknowledged', 'on_site') or num_nonnulls(taken_by_company, taken_by_operator) = 1)
    and (status <> 'new' or num_nonnulls(taken_by_company, taken_by_operator, taken_by_guard, taken_at) = 0)
  ),
  constraint safety_alarms_end check ((status in ('resolved', 'false_alarm', 'cancelled')) = (closed_at is not null))
);

create unique index safety_alarms_by_key on safety_alarms (reported_by, key);
-- A second press joins the alarm that is open.
create unique index safety_alarms_one_open on safety_alarms (reported_by, is_test)
  where status in ('new', 'acknowledged', 'on_site');
create index safety_alarms_open on safety_alarms (postcode, id) where status in ('new', 'acknowledged', 'on_site');
create index safety_alarms_of_member on safety_alarms (reported_by, id);
create index safety_alarms_of_postcode on safety_alarms (postcode, id);
create index safety_alarms_uncounted on safety_alarms (closed_at) where not counted and closed_at is not null;

-- What was added while it was open: presses again by the member, notes by whoever goes there. Words about
-- people are here and not in the timeline, so that they can leave with the person.
create table alarm_updates (
  id uuid primary key default uuidv7(),
  alarm_id uuid not null references safety_alarms (id),
  key uuid not null,
  kind text not null check (kind in ('press', 'note')),
  author_kind text not null check (author_kind in ('member', 'partner', 'operator')),
  author_id uuid not null,
  message text not null,
  created_at timestamptz not null
);
create unique index alarm_updates_by_key on alarm_updates (author_id, key);
create index alarm_updates_of_alarm on alarm_updates (alarm_id, id);

-- Where the phone was, if the member let it say so. Blurred after 30 days.
create table alarm_positions (
  id uuid primary key default uuidv7(),
  alarm_id uuid not null references safety_alarms (id),
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  accuracy_m integer check (accuracy_m >= 0),
  created_at timestamptz not null,
  blurred_at timestamptz
);
create index alarm_positions_of_alarm on alarm_positions (alarm_id, id desc);
create index alarm_positions_exact on alarm_positions (created_at) where blurred_at is null;

-- Whom an alarm is for. A company itself has no guard; an operator and the member are profiles.
create table alarm_recipients (
  id uuid primary key,
  alarm_id uuid not null references safety_alarms (id),
  role text not null check (role in ('partner', 'neighbour', 'operator', 'member')),
  company_id uuid,
  guard_id uuid,
  profile_id uuid,
  name text not null,
  phone text,
  email text,
  -- SHA-256 of the secret in the personal link; the secret itself is worked out when a message is written.
  link_hash text not null unique,
  seen_at timestamptz,
  declined_at timestamptz,
  created_at timestamptz not null,
  unique nulls not distinct (alarm_id, company_id, guard_id, profile_id),
  check ((role in ('partner', 'neighbour')) = (company_id is not null)),
  check ((role in ('operator', 'member')) = (profile_id is not null))
);
create index alarm_recipients_by_phone on alarm_recipients (phone, id desc) where phone is not null;

-- One message to one recipient by one channel, and how it went.
create table alarm_deliveries (
  id uuid primary key default uuidv7(),
  alarm_id uuid not null references safety_alarms (id),
  recipient_id uuid not null references alarm_recipients (id),
  channel text not null check (channel in ('sms', 'push', 'mail')),
  kind text not null check (kind in ('call', 'update', 'taken', 'released', 'safe', 'closed', 'nobody', 'details', 'late')),
  -- The same thing may be said again later: everyone is called once a round.
  round integer not null check (round > 0),
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'delivered', 'failed', 'withdrawn')),
  attempts integer not null default 0,
  -- When it may be tried; while somebody is trying, when their claim lapses and another may.
  due_at timestamptz not null,
  provider_id text,
  -- Why it did not get through, or was not needed.
  reason text,
  -- What was said, without the secret of the link once it has left the house.
  words text,
  is_test boolean not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  delivered_at timestamptz,
  unique (recipient_id, kind, round, channel)
) with (autovacuum_vacuum_scale_factor = 0.02);
create index alarm_deliveries_due on alarm_deliveries (is_test, channel, due_at, id) where state in ('queued', 'sending');
create index alarm_deliveries_of_alarm on alarm_deliveries (alarm_id, id);
create index alarm_deliveries_by_provider on alarm_deliveries (provider_id) where provider_id is not null;

-- What happens next if nobody does anything, and when.
create table alarm_steps (
  id uuid primary key default uuidv7(),
  alarm_id uuid not null references safety_alarms (id),
  kind text not null check (kind in ('call again', 'widen', 'tell member', 'release', 'ask taker', 'end test')),
  -- A deadline that was set in the future is how a clock that went back is found out.
  armed_at timestamptz not null,
  due_at timestamptz not null check (due_at >= armed_at),
  state text not null default 'pending' check (state in ('pending', 'done', 'dropped')),
  settled_at timestamptz,
  is_test boolean not null
) with (autovacuum_vacuum_scale_factor = 0.02);
create unique index alarm_steps_one_pending on alarm_steps (alarm_id, kind) where state = 'pending';
create index alarm_steps_due on alarm_steps (is_test, due_at) where state = 'pending';

-- Everything that happened, by whom and when. No names and no words: those can be taken away, this cannot.
create table alarm_timeline (
  id uuid primary key default uuidv7(),
  alarm_id uuid not null references safety_alarms (id),
  at timestamptz not null,
  kind text not null check (length(kind) between 1 and 40),
  actor_kind text not null check (actor_kind in ('member', 'partner', 'operator', 'system')),
  -- A profile, or the company; the guard who did it for the company.
  actor_id uuid,
  guard_id uuid,
  facts jsonb not null default '{}'
);
create index alarm_timeline_of_alarm on alarm_timeline (alarm_id, id);

create function refuse_change_of_timeline() returns trigger language plpgsql as $$
begin
  raise exception 'alarm_timeline can only be added to';
end $$;
create trigger alarm_timeline_is_history before update or delete or truncate on alarm_timeline
  for each statement execute function refuse_change_of_timeline();

-- How fast it goes on, per postcode; one without a row has the defaults (app/alarms/policy.ts).
create table alarm_policies (
  postcode text primary key check (postcode ~ '^[0-9]{5}$'),
  call_again_s integer not null check (call_again_s between 15 and 3600),
  widen_s integer not null check (widen_s between 15 and 3600),
  tell_member_s integer not null check (tell_member_s between 15 and 3600),
  release_s integer not null check (release_s between 60 and 14400),
  canary_days integer not null check (canary_days between 1 and 92),
  changed_at timestamptz not null
);

-- Administrators who have said that they answer just now.
create table operator_duties (
  profile_id uuid primary key references profiles (id) on delete cascade,
  since timestamptz not null
);

-- When each part of the engine was last alive, and the newest time that any of them has seen.
create table alarm_pulse (
  part text primary key,
  at timestamptz not null
);

-- What the auditor found that should not be.
create table alarm_incidents (
  id uuid primary key default uuidv7(),
  alarm_id uuid references safety_alarms (id),
  -- What was late or missing, in words of ours, and which row it was.
  kind text not null check (length(kind) between 1 and 40),
  subject text not null,
  found_at timestamptz not null,
  gone_at timestamptz,
  unique (kind, subject)
);
create index alarm_incidents_standing on alarm_incidents (found_at) where gone_at is null;

-- Response times per postcode and day, counted when an alarm is closed so that no page has to.
create table alarm_figures (
  postcode text not null,
  day date not null,
  alarms integer not null default 0,
  taken integer not null default 0,
  false_alarms integer not null default 0,
  -- Sums of milliseconds, from the press until somebody took it and until they were there.
  take_ms bigint not null default 0,
  arrived integer not null default 0,
  arrive_ms bigint not null default 0,
  -- How many were taken within 15 s, 30 s, 60 s, 120 s, 300 s, and later.
  within integer[] not null default '{0,0,0,0,0,0}',
  primary key (postcode, day)
);
