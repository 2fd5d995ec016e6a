-- Administrators see and change much, so more is asked of them: a second step, a fresh login before what bites, and
-- a line in the history for what they did, from where, and for what others tried in vain.

-- Whoever tries an administrator's door without being signed in has no id.
alter table audit_log
  alter column actor_id drop not null,
  add column address text check (length(address) <= 64);

create index audit_log_of_actor on audit_log (actor_id, id);
create index audit_log_of_deed on audit_log (deed, id);

-- When the person last showed their password in this session; the login that began it counts too.
alter table sessions add column confirmed_at timestamptz;
