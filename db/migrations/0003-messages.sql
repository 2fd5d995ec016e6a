-- What the product has to say to somebody: written in the transaction of the change it tells of, sent
-- after the commit, tried again until it is through or hopeless.

create table outbox_messages (
  id uuid primary key default uuidv7(),
  channel text not null check (channel in ('mail')),
  -- The template's name, for people who search the outbox.
  kind text not null,
  recipient text not null check (length(recipient) <= 254),
  subject text not null,
  body_text text not null,
  body_html text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  -- While somebody is sending it, this is when the claim lapses and another may try.
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);

create index outbox_messages_due on outbox_messages (next_attempt_at) where state = 'queued';

-- Questions from the contact form on the start page.
create table contact_messages (
  id uuid primary key default uuidv7(),
  -- Made when the form was shown: a form sent twice is one question.
  key uuid not null unique,
  name text not null check (length(name) between 1 and 120),
  email text not null check (length(email) <= 254),
  interest text not null check (interest in ('customer', 'business', 'ambassador', 'municipality')),
  message text not null check (length(message) <= 5000),
  created_at timestamptz not null default now()
);

-- Mails with a secret link that somebody has coming: a way back in, or an address to confirm. A row is
-- written with the change, and the link is made afterwards; so a request for recovery takes as long for
-- an address that has no account.
create table account_mail_requests (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('recovery', 'verification')),
  email text not null check (length(email) <= 254),
  created_at timestamptz not null default now()
);
