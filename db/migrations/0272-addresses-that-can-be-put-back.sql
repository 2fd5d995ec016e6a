-- Whoever had a person's password and an open login could move the account to an address of their own, and its owner had
-- no way back. The address that was left gets a link that puts it back. Its own table and not mail_links: those end with
-- a new password and a new address, which are the next two things that an intruder does.

create table email_undos (
  -- SHA-256 of the secret in the link: a leaked database must not hand out working links.
  token_hash text primary key,
  profile_id uuid not null references profiles (id) on delete cascade,
  -- Proven to be the person's while they had it.
  old_email text not null check (old_email = lower(old_email) and length(old_email) <= 254),
  -- One that came later was the intruder's, and goes when the address is put back.
  had_second_step boolean not null,
  moved_at timestamptz not null,
  expires_at timestamptz not null
);

create index email_undos_by_person on email_undos (profile_id, moved_at);
create index email_undos_by_address on email_undos (old_email);
create index email_undos_by_end on email_undos (expires_at);

-- An address that may be put back is nobody else's meanwhile, or an intruder would sign up with it and shut the owner out.
-- After the row, since the unique index has waited by then for whoever was leaving the address at that moment.
create function keep_undone_address() returns trigger language plpgsql as $$
begin
  if exists (select from email_undos where old_email = new.email and profile_id <> new.id) then
    raise exception 'the address may still be put back' using errcode = 'unique_violation', constraint = 'profiles_email_key';
  end if;
  return null;
end $$;

create trigger profiles_keep_undone_address after insert or update of email on profiles
  for each row execute function keep_undone_address();
