-- What the page about how it goes is made of (docs/decisions/0159): kept by the day, so that ninety days are ninety rows.

-- How often it was looked whether alarms are carried out, and how often they were. A look that is missing is one that nobody
-- could make, since nothing ran.
create table service_days (
  day date primary key,
  checks integer not null check (checks > 0),
  well integer not null check (well between 0 and checks),
  checked_at timestamptz not null
);

-- What the auditor found wrong with the service itself, a line for each kind and day; nothing about any alarm.
create table service_events (
  day date not null,
  kind text not null,
  began_at timestamptz not null,
  -- Empty while it goes on.
  ended_at timestamptz,
  primary key (day, kind)
);

-- How the canary's messages went, by channel. Written by the statement that counts the canary, so each once.
create table canary_days (
  day date not null,
  channel text not null,
  sent integer not null,
  delivered integer not null,
  failed integer not null,
  last_at timestamptz not null,
  primary key (day, channel)
);

create index alarm_incidents_by_day on alarm_incidents (found_at);

insert into canary_days (day, channel, sent, delivered, failed, last_at)
select (alarm.created_at at time zone 'Europe/Stockholm')::date, channel, count(*), count(*) filter (where delivery.state = 'delivered'),
  count(*) filter (where delivery.state = 'failed'), max(alarm.created_at)
from safety_alarms as alarm join alarm_deliveries as delivery on delivery.alarm_id = alarm.id and delivery.kind = 'call'
where alarm.counted and alarm.origin = 'canary' and alarm.created_at > now() - interval '100 days'
  and delivery.state in ('sent', 'delivered', 'unsure', 'failed')
group by 1, 2;
