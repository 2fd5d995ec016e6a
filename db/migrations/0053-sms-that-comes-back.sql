-- What comes back by SMS: replies, the provider's reports of what became of a message, and what is left on the
-- account. The provider says everything at least once and in any order, so each has the provider's name as its key.

create table sms_received (
  id uuid primary key default uuidv7(),
  provider_id text not null unique check (length(provider_id) <= 100),
  -- As the provider says it; not always a number.
  sender text not null check (length(sender) <= 40),
  text text not null check (length(text) <= 2000),
  taken_as text not null check (taken_as in ('stop', 'alarm', 'other')),
  received_at timestamptz not null
);

create index sms_received_by_sender on sms_received (sender, id);
create index sms_received_by_time on sms_received (received_at);

-- Kept apart from the message, since a report can be faster than the answer that says under which name it comes.
create table sms_reports (
  provider_id text primary key check (length(provider_id) <= 100),
  state text not null check (state in ('delivered', 'failed')),
  reported_at timestamptz not null
);

create index sms_reports_by_time on sms_reports (reported_at);

-- One row: what was left when it was last looked at, and when somebody was last told that it is little.
create table sms_balance (
  single boolean primary key default true check (single),
  -- Null when the provider did not say.
  ore integer,
  looked_at timestamptz not null,
  warned_at timestamptz
);

-- The outbox as an administrator searches it, newest first.
create index outbox_messages_by_channel on outbox_messages (channel, id);
create index outbox_messages_by_state on outbox_messages (state, id) where state in ('queued', 'failed', 'stopped');
create index outbox_messages_by_kind on outbox_messages (kind, id);
