-- One outbox for mail, SMS and push; browsers that may be pushed to; and phones that somebody has shown to be
-- theirs. A number that changes is not proven any more, whoever changes it: the database sees to that.

alter table profiles add column phone_verified_at timestamptz;

create function forget_phone_proof() returns trigger language plpgsql as $$
begin
  new.phone_verified_at := null;
  return new;
end $$;
create trigger profiles_phone_changed before update of phone on profiles
  for each row when (new.phone is distinct from old.phone) execute function forget_phone_proof();

-- A browser that said yes to pushes. Its owner is a person with an account, or a guard without one; a browser
-- has one owner at a time, the one who said yes last.
create table push_subscriptions (
  id uuid primary key default uuidv7(),
  owner_kind text not null check (owner_kind in ('person', 'guard')),
  owner_id uuid not null,
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null check (length(p256dh) <= 200),
  auth text not null check (length(auth) <= 100),
  -- "Chrome på Android", so that its owner recognises it.
  device text not null check (length(device) <= 100),
  created_at timestamptz not null
);

create index push_subscriptions_by_owner on push_subscriptions (owner_kind, owner_id, id);

alter table outbox_messages
  drop constraint outbox_messages_channel_check,
  add constraint outbox_messages_channel_check check (channel in ('mail', 'sms', 'push')),
  drop constraint outbox_messages_state_check,
  add constraint outbox_messages_state_check check (state in ('queued', 'sent', 'delivered', 'failed', 'stopped')),
  -- Only a mail has both forms.
  alter column body_html drop not null,
  add constraint outbox_messages_html_check check ((channel = 'mail') = (body_html is not null)),
  -- Who it is for, when that is somebody with an account; the recipient is an address, a number or a browser.
  add column person_id uuid,
  -- What a push opens.
  add column path text check (length(path) <= 200),
  -- Its name at the provider, which reports come back under.
  add column provider_id text check (length(provider_id) <= 100),
  add column parts smallint,
  -- Hundredths of öre, as the provider charged it.
  add column cost integer,
  add column delivered_at timestamptz,
  -- It can wait until the quiet hours of whom it is for have ended.
  add column quiet boolean not null default false,
  -- Many at once wait for the few that somebody waits for: a code goes before a broadcast.
  add column urgency smallint not null default 5 check (urgency between 1 and 9);

drop index outbox_messages_due;
create index outbox_messages_due on outbox_messages (channel, urgency, next_attempt_at) where state = 'queued';
create index outbox_messages_by_provider_id on outbox_messages (provider_id) where provider_id is not null;
create index outbox_messages_by_person on outbox_messages (person_id, id) where person_id is not null;
