-- What a person chose about how they are told, what they have agreed to be sent, and how a number is shown to be
-- somebody's. Whoever has chosen nothing has no row, and gets mail.

create table notice_settings (
  profile_id uuid primary key references profiles (id) on delete cascade,
  sms_topics text[] not null,
  push_topics text[] not null,
  -- Whole hours on the clock in Stockholm; the same hour twice is no quiet time at all.
  quiet_from smallint not null check (quiet_from between 0 and 23),
  quiet_until smallint not null check (quiet_until between 0 and 23),
  updated_at timestamptz not null
);

-- Two consents that have nothing to do with each other, each with when it was given and taken back, and how. What
-- was once agreed to is not overwritten: agreeing again is a new row.
create table consents (
  id uuid primary key default uuidv7(),
  profile_id uuid not null references profiles (id) on delete cascade,
  purpose text not null check (purpose in ('safety_sms', 'offers_sms')),
  given_at timestamptz not null,
  given_how text not null check (given_how in ('page')),
  withdrawn_at timestamptz,
  withdrawn_how text check (withdrawn_how in ('page', 'sms')),
  check ((withdrawn_at is null) = (withdrawn_how is null))
);

create unique index consents_in_force on consents (profile_id, purpose) where withdrawn_at is null;

-- A code is on its way to a number, to show that it is this person's or this guard's. One at a time.
create table phone_proofs (
  owner_kind text not null check (owner_kind in ('person', 'guard')),
  owner_id uuid not null,
  phone text not null check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  code_hash text not null,
  tries_left smallint not null,
  expires_at timestamptz not null,
  primary key (owner_kind, owner_id)
);

create index phone_proofs_by_end on phone_proofs (expires_at);

-- Whom a broadcast to a postcode reaches.
create index profiles_with_phone_by_postcode on profiles (postcode, id)
  where user_role = 'member' and phone_verified_at is not null;
