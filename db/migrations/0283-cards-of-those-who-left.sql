-- A card that is drawn from for nobody, or for nothing: the money goes back, and an administrator can see that it did.
alter table card_events drop constraint card_events_outcome_check;
alter table card_events add constraint card_events_outcome_check
  check (outcome in ('ignored', 'noted', 'booked', 'booked before', 'mismatch', 'paid twice', 'given back'));
drop index card_events_to_see;
create index card_events_to_see on card_events (received_at desc)
  where outcome in ('mismatch', 'paid twice', 'given back') and seen_at is null;

-- Of two subscriptions of one owner the first is kept.
alter table card_subscriptions add column first_heard_at timestamptz not null default now();
alter table card_subscriptions alter column first_heard_at drop default;

-- What the provider refused, for the list of an administrator; and what is to draw no more, asked at every draw.
create index card_orders_refused on card_orders (next_attempt_at) where state = 'failed';
create index card_orders_to_end on card_orders (object_id) where kind = 'end subscription';
create index card_checkouts_of_customer on card_checkouts (customer_id) where charge_id is null;
