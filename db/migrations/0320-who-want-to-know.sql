-- Others who want to know: up to five people whom a member names and who said yes by a link. They are told of an alarm and
-- see how it goes, and can take none (docs/decisions/0162).

create table circle_people (
  id uuid primary key default uuidv7(),
  member_id uuid not null references profiles (id) on delete cascade,
  -- SHA-256 of how they were asked: what is left of them when they are not told any more, so that nobody is asked twice.
  contact_hash text not null,
  name text not null,
  phone text,
  email text,
  told text not null check (told in ('at once', 'unanswered')),
  told_of_tests boolean not null default false,
  -- SHA-256 of the secret in the link by which they answer, and leave.
  link_hash text not null unique,
  invited_at timestamptz not null,
  accepted_at timestamptz,
  ended_at timestamptz,
  ended_by text check (ended_by in ('member', 'person')),
  check ((ended_at is null) = (ended_by is null)),
  check (case when ended_at is null then name <> '' and num_nonnulls(phone, email) = 1
    else name = '' and num_nonnulls(phone, email) = 0 end)
);
create index circle_people_of_member on circle_people (member_id);
create index circle_people_by_contact on circle_people (contact_hash);
create unique index circle_people_once on circle_people (member_id, contact_hash) where ended_at is null;

-- Whoever has said no for ever, or answered STOP: asked by no member again. The hash alone, as above.
create table circle_refusals (
  contact_hash text primary key,
  refused_at timestamptz not null
);

alter table alarm_recipients
  -- Without a reference: that somebody was told is part of the history, also when they are gone.
  add column circle_id uuid,
  drop constraint alarm_recipients_role_check,
  add constraint alarm_recipients_role_check check (role in ('partner', 'neighbour', 'operator', 'member', 'circle')),
  add constraint alarm_recipients_circle check ((role = 'circle') = (circle_id is not null)),
  drop constraint alarm_recipients_alarm_id_company_id_guard_id_profile_id_key,
  add constraint alarm_recipients_once unique nulls not distinct (alarm_id, company_id, guard_id, profile_id, circle_id);
create index alarm_recipients_of_circle on alarm_recipients (circle_id) where circle_id is not null;
