-- An open page that follows alarms is let go within a second of the end of what let it in: a session that is logged
-- out, revoked or blocked, a guard's link that is taken back or made anew. Whoever ends one need not think of it, in
-- whatever process; a page is known by the name that is said here (server/streams.ts).
create function tell_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('endings', 'session ' || old.id);
  return null;
end $$;

create trigger tell_session_ended after delete on sessions for each row execute function tell_session_ended();
create trigger tell_session_cut_short after update of expires_at on sessions for each row
  when (new.expires_at <= now()) execute function tell_session_ended();

-- A guard is known by the browser that opened the link (0232 adds its column, which a database from before has not yet).
create function tell_guard_ended() returns trigger language plpgsql as $$
declare
  was text := to_jsonb(old) ->> 'browser_hash';
begin
  if was is not null and (tg_op = 'DELETE' or was is distinct from to_jsonb(new) ->> 'browser_hash') then
    perform pg_notify('endings', 'guard ' || was);
  end if;
  return null;
end $$;

create trigger tell_guard_ended after update or delete on guards for each row execute function tell_guard_ended();
