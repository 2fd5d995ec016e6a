-- The links that recovery and confirming an address send by mail. They were the auth library's: a confirmation was a
-- signed text that named an address and could name another one to move to, so whoever could sign could take an
-- account. These are rows: bound to a person, to the address they were sent to and to what they are for.

create table mail_links (
  -- SHA-256 of the secret in the link: a leaked database must not hand out working links.
  token_hash text primary key,
  profile_id uuid not null references profiles (id) on delete cascade,
  purpose text not null check (purpose in ('recovery', 'verification')),
  -- It opens nothing once the person has another address.
  email text not null check (email = lower(email) and length(email) <= 254),
  expires_at timestamptz not null
);

create index mail_links_by_person on mail_links (profile_id, purpose);
create index mail_links_by_end on mail_links (expires_at);
-- One recovery link at a time: a newer one takes the place of the one before, whoever asks at the same moment.
create unique index mail_links_one_recovery on mail_links (profile_id) where purpose = 'recovery';

-- Recovery links of the library's own, and the steps of logins under way.
delete from verifications;
