-- The link that a guard is sent opens on one phone: the first browser that somebody presses the button in keeps a key of
-- its own, and the link opens nothing more. What is kept ends when it has not been used for thirty days, and anyway after a
-- year (app/guards/guard.ts, docs/decisions/0126).
alter table guards
  -- SHA-256 of that browser's key, as hexadecimal digits.
  add column browser_hash text unique check (browser_hash ~ '^[0-9a-f]{64}$'),
  add column browser_since timestamptz,
  -- To the hour; nobody waits for it to be written.
  add column browser_seen_at timestamptz,
  add constraint guards_browser_has_times
    check ((browser_hash is null) = (browser_since is null) and (browser_hash is null) = (browser_seen_at is null));

-- Phones that were let in by the link itself go on, and are counted from today: nobody has written down when they came last.
update guards set browser_hash = link_hash, browser_since = link_used_at, browser_seen_at = now()
  where link_hash is not null and link_used_at is not null;

-- A browser goes with the link it came by, and with the number that the link was sent to.
create or replace function keep_guard_honest() returns trigger language plpgsql as $$
begin
  if new.phone is distinct from old.phone then
    new.phone_verified_at := null;
    new.link_hash := null;
  end if;
  if new.link_hash is null then
    new.browser_hash := null;
    new.browser_since := null;
    new.browser_seen_at := null;
  end if;
  if new.on_duty_since is null then
    new.latitude := null;
    new.longitude := null;
    new.position_at := null;
  end if;
  return new;
end $$;
