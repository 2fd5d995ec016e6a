-- Two ways for money to be told of: a card provider's events, and a bank's file that an administrator reads in.

-- Whom the provider calls what. Made before anything is paid, so that what it says of anybody else is not believed.
create table card_customers (
  id text primary key check (length(id) between 1 and 100),
  member_id uuid unique references profiles (id) on delete set null,
  company_id uuid unique references companies (id),
  created_at timestamptz not null,
  check (member_id is null or company_id is null)
);

-- What we asked the provider to let somebody pay, to compare with what it says was paid.
create table card_checkouts (
  id text primary key check (length(id) between 1 and 200),
  customer_id text not null references card_customers (id),
  -- Empty for a subscription: its charges come month by month.
  charge_id uuid references charges (id),
  amount_cents integer not null check (amount_cents > 0),
  created_at timestamptz not null
);

create table card_subscriptions (
  id text primary key check (length(id) between 1 and 100),
  customer_id text not null references card_customers (id),
  -- The provider's word: trialing, active, past_due, canceled ...
  status text not null check (length(status) between 1 and 50),
  is_live boolean not null,
  -- The day the provider takes money next, as it said when it was last asked.
  next_charge_on date,
  -- When we asked; what was asked earlier does not overwrite it.
  asked_at timestamptz not null
);
create index card_subscriptions_live on card_subscriptions (customer_id) where is_live;

create table card_events (
  id text primary key check (length(id) between 1 and 100),
  type text not null check (length(type) between 1 and 100),
  object_id text not null,
  happened_at timestamptz not null,
  received_at timestamptz not null,
  outcome text not null check (outcome in ('ignored', 'noted', 'booked', 'booked before', 'mismatch', 'paid twice')),
  note text check (length(note) <= 500),
  seen_at timestamptz,
  seen_by uuid
);
create index card_events_to_see on card_events (received_at desc) where outcome in ('mismatch', 'paid twice') and seen_at is null;

-- What the provider is to be told to do: written with the change that wants it, sent after the commit, tried again
-- until it is through. The id is sent along, so that what is sent twice is done once.
create table card_orders (
  id uuid primary key default uuidv7(),
  key text not null unique check (length(key) between 1 and 200),
  kind text not null check (kind in ('refund', 'move next charge', 'end subscription')),
  object_id text not null,
  amount_cents integer,
  until_day date,
  refund_id uuid references refunds (id),
  state text not null default 'queued' check (state in ('queued', 'done', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  last_error text
);
create index card_orders_due on card_orders (next_attempt_at) where state = 'queued';

-- A bank's file of what came in. Named by its contents: read in again, it is the same file.
create table bank_files (
  id uuid primary key default uuidv7(),
  digest text not null unique check (length(digest) = 64),
  name text not null check (length(name) between 1 and 200),
  read_at timestamptz not null,
  read_by uuid not null,
  booked_at timestamptz
);
create index bank_files_by_age on bank_files (read_at);

-- Other people's messages may stand in these; they go after 90 days.
create table bank_rows (
  file_id uuid not null references bank_files (id) on delete cascade,
  position integer not null check (position >= 1),
  booked_on date not null,
  amount_cents integer not null,
  text text not null check (length(text) <= 500),
  primary key (file_id, position)
);
