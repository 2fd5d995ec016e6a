-- A guard company's own systems (app/integrations): keys by which they ask us and do what the company may do, and webhooks
-- by which we tell them what happens. What is to be told is written by the very commit in which it happened: the history of
-- alarms says so here itself, and knows nothing of who listens.

create table api_keys (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies (id) on delete cascade,
  name text not null check (length(name) between 1 and 40),
  -- What the key begins with, for whoever looks for the one that leaked; it opens nothing.
  mark text not null unique,
  -- SHA-256 of the rest. Empty once the key is taken back.
  secret_hash text,
  deeds text[] not null check (cardinality(deeds) > 0),
  postcodes text[] not null check (cardinality(postcodes) > 0),
  created_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  check ((secret_hash is null) = (revoked_at is not null))
);
create index api_keys_of_company on api_keys (company_id, id);

-- What a system was answered, by its own name for the request: asked again, it is answered the same and nothing is done.
create table api_answers (
  key_id uuid not null references api_keys (id) on delete cascade,
  request_id text not null check (length(request_id) between 1 and 255),
  -- SHA-256 of what was asked: the same name for something else is a mistake.
  fingerprint text not null,
  status integer not null,
  body text not null,
  created_at timestamptz not null,
  primary key (key_id, request_id)
);
create index api_answers_old on api_answers (created_at);

create table webhooks (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies (id) on delete cascade,
  url text not null check (length(url) between 1 and 500),
  -- Sealed (app/platform/keys.server.ts): it has to sign again and again.
  secret text not null,
  -- The one before, which signs beside it for a while.
  old_secret text,
  old_secret_until timestamptz,
  is_on boolean not null,
  -- Answered with 410, or taken away: nothing is sent there again.
  ended_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  check ((old_secret is null) = (old_secret_until is null))
);
create index webhooks_of_company on webhooks (company_id, id);
create index webhooks_on on webhooks (id) where is_on and ended_at is null;

-- What has happened and has not been laid out for the companies it reaches.
create table webhook_events (
  id uuid primary key default uuidv7(),
  alarm_id uuid not null,
  kind text not null,
  at timestamptz not null,
  actor_kind text not null,
  actor_id uuid
);

-- One word to one address, and how it went.
create table webhook_deliveries (
  id uuid primary key default uuidv7(),
  webhook_id uuid not null references webhooks (id) on delete cascade,
  -- Empty for a try.
  alarm_id uuid,
  type text not null,
  -- What is signed, sign for sign, each time it is tried.
  body text not null,
  state text not null default 'queued' check (state in ('queued', 'delivered', 'failed', 'withdrawn')),
  attempts integer not null default 0,
  -- When it may be tried; while somebody is trying, when their claim lapses and another may.
  next_attempt_at timestamptz not null,
  -- What the last try was answered with, or why there was no answer.
  status integer,
  reason text,
  created_at timestamptz not null,
  settled_at timestamptz
) with (autovacuum_vacuum_scale_factor = 0.02);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where state = 'queued';
create index webhook_deliveries_of_hook on webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_old on webhook_deliveries (created_at);

-- Nothing is written while nobody listens anywhere.
create function note_alarm_for_webhooks() returns trigger language plpgsql as $$
begin
  if exists (select from webhooks where is_on and ended_at is null) then
    insert into webhook_events (alarm_id, kind, at, actor_kind, actor_id)
      select alarm_id, kind, at, actor_kind, actor_id from entries;
    perform pg_notify('webhooks', '');
  end if;
  return null;
end $$;
create trigger alarm_timeline_is_told after insert on alarm_timeline
  referencing new table as entries for each statement execute function note_alarm_for_webhooks();
