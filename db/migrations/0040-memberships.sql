-- A resident's free time: the trial, and the months that a tipped company gave. What is given twice or to
-- the wrong person cannot be asked back kindly, so "once per company" is held here.

create table memberships (
  profile_id uuid primary key references profiles (id) on delete cascade,
  trial_ends_at timestamptz not null,
  -- The first day that is no longer free, trial and given months together; follows from
  -- ambassador_rewards by the rule in app/membership/free-period.ts. Empty while nothing was given.
  free_until date,
  created_at timestamptz not null default now()
);

insert into memberships (profile_id, trial_ends_at)
  select id, created_at + interval '30 days' from profiles where user_role = 'member';

create table ambassador_rewards (
  id uuid primary key default uuidv7(),
  company_id uuid not null unique references companies (id),
  -- The number in 'Tipsad av'. Emptied when the member it turned out to be deletes their account.
  referrer_phone text check (referrer_phone ~ '^\+[1-9][0-9]{6,14}$'),
  -- Also empty again once that member has left.
  member_id uuid references profiles (id) on delete set null,
  state text not null default 'waiting' check (state in ('waiting', 'granted', 'revoked')),
  months integer not null default 12 check (months > 0),
  -- The first free day it gives, and the first day after it.
  free_from date,
  free_until date,
  created_at timestamptz not null default now(),
  granted_at timestamptz,
  revoked_at timestamptz,
  revoked_reason text check (length(revoked_reason) between 1 and 1000),
  -- One that is taken back while it waits was never given.
  check (case state when 'waiting' then granted_at is null when 'granted' then granted_at is not null else true end),
  check ((state = 'granted') = (free_from is not null)),
  check ((free_from is null) = (free_until is null) and free_from < free_until),
  check ((state = 'revoked') = (revoked_at is not null and revoked_reason is not null))
);

create index ambassador_rewards_waiting on ambassador_rewards (referrer_phone, id) where state = 'waiting';
create index ambassador_rewards_of_member on ambassador_rewards (member_id, granted_at);
