-- 'Följ mig hem': a member says when they will be home. When they have not said that they are by then they are asked, and
-- some minutes later the alarm is raised, by whichever process finds the row due (docs/decisions/0163).

create table walks (
  id uuid primary key default uuidv7(),
  member_id uuid not null references profiles (id) on delete cascade,
  -- Made when the page was shown: the same send twice is one walk.
  key uuid not null,
  state text not null default 'walking' check (state in ('walking', 'asked', 'home', 'cancelled', 'raised')),
  -- When they will be home, as they said last.
  home_at timestamptz not null,
  -- When the next thing happens if they say nothing: the question, then the alarm.
  due_at timestamptz not null,
  asked_at timestamptz,
  ended_at timestamptz,
  -- What came of it; an alarm that was open already was joined.
  alarm_id uuid references safety_alarms (id),
  -- SHA-256 of the secret in the link of the question.
  link_hash text unique,
  shares_position boolean not null default false,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  accuracy_m integer check (accuracy_m >= 0),
  positioned_at timestamptz,
  created_at timestamptz not null,
  constraint walks_end check ((state in ('home', 'cancelled', 'raised')) = (ended_at is not null)),
  constraint walks_alarm check ((state = 'raised') = (alarm_id is not null)),
  -- A position is there while it is needed and allowed, and never afterwards.
  constraint walks_position check (
    num_nulls(latitude, longitude, positioned_at) in (0, 3)
    and (latitude is null or (shares_position and ended_at is null)))
);
create unique index walks_by_key on walks (member_id, key);
create unique index walks_one_open on walks (member_id) where ended_at is null;
create index walks_due on walks (due_at) where ended_at is null;
create index walks_over on walks (ended_at) where ended_at is not null;

alter table safety_alarms
  drop constraint safety_alarms_origin_check,
  add constraint safety_alarms_origin_check check (origin in ('member', 'canary', 'walk'));

-- How long the question waits for an answer.
alter table alarm_policies
  add column walk_grace_s integer not null default 300 check (walk_grace_s between 60 and 3600);
