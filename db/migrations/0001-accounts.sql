-- Who a person is: the profile, how they prove it, and where they are signed in. The column names are
-- the product's; the auth library is told them in app/platform/auth/auth.server.ts.

create table profiles (
  id uuid primary key default uuidv7(),
  full_name text not null check (length(full_name) between 1 and 200),
  -- Always lower case, so that one person cannot hold an address twice by the shift key.
  email text not null unique check (email = lower(email) and length(email) <= 254),
  email_verified boolean not null default false,
  image text,
  phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  postcode text not null default '12540' check (postcode ~ '^[0-9]{5}$'),
  user_role text not null default 'member' check (user_role in ('member', 'company', 'admin')),
  -- Only residents have a membership.
  member_status text check (member_status in ('trial', 'active', 'free', 'past_due', 'ended')),
  two_factor_enabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index profiles_by_phone on profiles (phone) where phone is not null;

-- Which version of the terms was agreed to, and when.
create table terms_acceptances (
  profile_id uuid not null references profiles (id) on delete cascade,
  version text not null,
  accepted_at timestamptz not null default now(),
  primary key (profile_id, version)
);

create table sessions (
  id uuid primary key default uuidv7(),
  profile_id uuid not null references profiles (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index sessions_by_profile on sessions (profile_id);
create index sessions_by_end on sessions (expires_at);

-- A way to prove who one is: a password today, another provider's account tomorrow.
create table identities (
  id uuid primary key default uuidv7(),
  profile_id uuid not null references profiles (id) on delete cascade,
  provider text not null,
  provider_account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_account_id)
);

create index identities_by_profile on identities (profile_id);

-- Short-lived proofs: a recovery link, a mail to verify, a two-factor challenge.
create table verifications (
  id uuid primary key default uuidv7(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index verifications_by_identifier on verifications (identifier);
create index verifications_by_end on verifications (expires_at);

create table two_factors (
  id uuid primary key default uuidv7(),
  profile_id uuid not null unique references profiles (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_count integer not null default 0,
  locked_until timestamptz
);

-- Keys that sign the access tokens for API use; the private half is encrypted with AUTH_SECRET.
create table signing_keys (
  id uuid primary key default uuidv7(),
  public_key text not null,
  private_key text not null,
  alg text,
  crv text,
  created_at timestamptz not null,
  expires_at timestamptz
);

-- How often something was tried, per key and window, so that guessing a password takes years.
create table attempts (
  key text primary key,
  count integer not null,
  window_ends_at timestamptz not null
);

create index attempts_by_end on attempts (window_ends_at);
