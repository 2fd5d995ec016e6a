-- Swish that confirms itself: what we asked Swish to let somebody pay. Written before Swish is asked, so that money which comes by it
-- is never unknown here, and its id is the one that Swish knows it by (the instruction UUID). What Swish says by itself is
-- never believed: `next_attempt_at` is when we ask it, and a word from it only makes that sooner.
create table swish_requests (
  id uuid primary key,
  charge_id uuid not null references charges (id),
  -- As they were asked, to compare with what Swish says was paid.
  amount_cents integer not null check (amount_cents > 0),
  payee text not null check (payee ~ '^[0-9]{7,10}$'),
  -- The payer's number where they wrote it; empty when they scan or open Swish by themselves. Gone with the request's end.
  payer text check (payer ~ '^[0-9]{8,15}$'),
  -- What opens the payment in the payer's phone.
  token text check (length(token) between 1 and 200),
  state text not null default 'asked'
    check (state in ('asked', 'waiting', 'unknown', 'paid', 'declined', 'cancelled', 'failed', 'lapsed')),
  -- Swish's own word for why not.
  code text check (length(code) <= 50),
  created_at timestamptz not null,
  next_attempt_at timestamptz not null,
  attempts integer not null default 0,
  ended_at timestamptz,
  -- What a person is to look at: money that fits no charge, or of which Swish never told the end.
  note text check (length(note) between 1 and 500),
  seen_at timestamptz,
  seen_by uuid,
  check ((state in ('asked', 'waiting', 'unknown')) = (ended_at is null)),
  check (ended_at is null or (payer is null and token is null))
);
-- One at a time of a charge is in somebody's phone: two presses are one payment.
create unique index swish_requests_one_open on swish_requests (charge_id) where state in ('asked', 'waiting');
create index swish_requests_to_look_at on swish_requests (next_attempt_at) where ended_at is null;
create index swish_requests_of_charge on swish_requests (charge_id, created_at desc);
create index swish_requests_to_see on swish_requests (ended_at desc) where note is not null and seen_at is null;
