-- SMS to a whole postcode: by an administrator, or by a partner with an administrator's word. Its recipients are
-- messages in the outbox, laid there a few hundred at a time in order of their ids, so that a process that dies
-- leaves a place to go on from, and nobody gets it twice.

create table broadcasts (
  id uuid primary key default uuidv7(),
  -- Made when the form was shown: a form sent twice is one broadcast.
  key uuid not null unique,
  -- The consent that it takes.
  purpose text not null check (purpose in ('safety_sms', 'offers_sms')),
  postcode text not null check (postcode ~ '^[0-9]{5}$'),
  text text not null check (length(text) between 1 and 400),
  state text not null check (state in ('asked', 'ready', 'declined', 'running', 'stopped', 'done')),
  -- Whose words they are; null: the administrators'.
  company_id uuid references companies (id),
  author_id uuid not null,
  -- Why it was declined.
  reason text check (length(reason) <= 1000),
  released_at timestamptz,
  ended_at timestamptz,
  -- How many there were to reach when it was released.
  expected integer,
  -- The last resident it was laid out for, in order of their ids.
  reached_to uuid,
  laid_out boolean not null default false,
  -- Kept by the outbox, below.
  waiting integer not null default 0,
  sent integer not null default 0,
  delivered integer not null default 0,
  failed integer not null default 0,
  called_off integer not null default 0,
  parts integer not null default 0,
  -- Hundredths of öre, as charged.
  cost bigint not null default 0,
  created_at timestamptz not null
);

create index broadcasts_running on broadcasts (id) where state = 'running';
create index broadcasts_left_behind on broadcasts (id) where state = 'stopped' and waiting > 0;
create index broadcasts_asked on broadcasts (id) where state = 'asked';
create index broadcasts_of_company on broadcasts (company_id, id) where company_id is not null;

alter table outbox_messages
  add column broadcast_id uuid references broadcasts (id),
  -- A consent without which it is not sent, looked at again when it is about to leave.
  add column purpose text check (purpose in ('safety_sms', 'offers_sms'));

-- Two in a household with one number are one recipient.
create unique index outbox_messages_of_broadcast on outbox_messages (broadcast_id, recipient)
  where broadcast_id is not null;
create index outbox_messages_waiting_of_broadcast on outbox_messages (broadcast_id)
  where broadcast_id is not null and state = 'queued';

create function count_broadcast_message() returns trigger language plpgsql as $$
declare
  was text := case when tg_op = 'INSERT' then null else old.state end;
begin
  update broadcasts set
    waiting = waiting + (new.state = 'queued')::int - coalesce((was = 'queued')::int, 0),
    sent = sent + (new.state = 'sent')::int - coalesce((was = 'sent')::int, 0),
    delivered = delivered + (new.state = 'delivered')::int - coalesce((was = 'delivered')::int, 0),
    failed = failed + (new.state = 'failed')::int - coalesce((was = 'failed')::int, 0),
    called_off = called_off + (new.state = 'stopped')::int - coalesce((was = 'stopped')::int, 0),
    parts = parts + (case when tg_op = 'INSERT' then coalesce(new.parts, 0) else coalesce(new.parts, 0) - coalesce(old.parts, 0) end),
    cost = cost + (case when tg_op = 'INSERT' then coalesce(new.cost, 0) else coalesce(new.cost, 0) - coalesce(old.cost, 0) end)
  where id = new.broadcast_id;
  return null;
end $$;
create trigger outbox_messages_counted_at_first after insert on outbox_messages
  for each row when (new.broadcast_id is not null) execute function count_broadcast_message();
create trigger outbox_messages_counted_anew after update of state, parts, cost on outbox_messages
  for each row when (
    new.broadcast_id is not null
    and (old.state is distinct from new.state or old.parts is distinct from new.parts or old.cost is distinct from new.cost)
  )
  execute function count_broadcast_message();

-- Whoever leaves takes their messages along; one that waited will not go, and the end must not wait for it.
create function count_lost_broadcast_message() returns trigger language plpgsql as $$
begin
  update broadcasts set waiting = waiting - 1, called_off = called_off + 1 where id = old.broadcast_id;
  return null;
end $$;
create trigger outbox_messages_counted_at_last after delete on outbox_messages
  for each row when (old.broadcast_id is not null and old.state = 'queued')
  execute function count_lost_broadcast_message();
