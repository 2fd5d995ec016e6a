-- A key that a person's phone, computer or security key holds: a way to log in beside the password, which also
-- stands for the second step (docs/decisions/0122-passkeys.md). Only its public half is here.

create table passkeys (
  id uuid primary key default uuidv7(),
  profile_id uuid not null references profiles (id) on delete cascade,
  -- As the authenticator gave it, in base64url; one key belongs to one person.
  credential_id text not null unique check (length(credential_id) between 16 and 1400),
  public_key bytea not null,
  -- Counts upwards with each use, or stays 0 where the key is kept on several devices.
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  -- Kept by the maker of the phone too, so that it outlives the phone.
  backed_up boolean not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- The browser's own description of itself.
  last_used_on text
);

create index passkeys_by_profile on passkeys (profile_id);

-- What a key is asked to sign: once, within minutes, by the browser that was given it.
create table passkey_challenges (
  challenge text primary key,
  -- Hash of a cookie that only that browser has.
  browser_hash text not null,
  purpose text not null check (purpose in ('log in', 'add', 'confirm')),
  -- Whose it is; nobody's before a log-in.
  profile_id uuid references profiles (id) on delete cascade,
  expires_at timestamptz not null,
  check ((purpose = 'log in') = (profile_id is null))
);

create index passkey_challenges_by_end on passkey_challenges (expires_at);

-- A session that a key began ends with the key: whoever removes the key of a lost phone means the phone.
alter table sessions add column passkey_id uuid references passkeys (id) on delete cascade;
create index sessions_by_passkey on sessions (passkey_id) where passkey_id is not null;

comment on column profiles.two_factor_enabled is
  'A password alone lets nobody in: a code or a passkey is asked for too. Written by settleSecondStep.';
