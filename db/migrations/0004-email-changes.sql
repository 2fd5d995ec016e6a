-- The address that somebody wants to change to, until the link that was sent there has been followed.
-- Ours rather than the auth library's: its link names the old address, so it would have moved the account
-- of whoever holds that address on the day it is followed. This one names the person and works once.

create table email_changes (
  -- One at a time: asking again replaces the request before.
  profile_id uuid primary key references profiles (id) on delete cascade,
  new_email text not null check (new_email = lower(new_email) and length(new_email) <= 254),
  -- SHA-256 of the secret in the link: a leaked database must not hand out working links.
  token_hash text not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
