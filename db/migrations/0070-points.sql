-- Kvarterspoäng: a ledger that can only be added to, and the sum of it, kept here so that it can neither drift
-- from the ledger nor fall below zero, whoever spends at the same moment.

create table point_accounts (
  profile_id uuid primary key references profiles (id) on delete cascade,
  balance integer not null default 0 constraint point_accounts_never_negative check (balance >= 0),
  -- Everything earned less what was taken back. What was spent still counts: a level is not bought away.
  earned integer not null default 0 check (earned >= 0)
);

create table point_entries (
  id uuid primary key default uuidv7(),
  profile_id uuid not null references profiles (id) on delete cascade,
  kind text not null check (kind in ('booking', 'review', 'recruited', 'recruited taken back', 'free month')),
  -- What gave them: the booking, the booking that was reviewed, the company; for a free month the key of the
  -- form. No reference: the entry stays whatever becomes of that.
  event_id uuid not null,
  points integer not null,
  -- What it was for, in words, as it was called then.
  about text not null default '' check (length(about) <= 200),
  at timestamptz not null,
  constraint point_entries_once_per_event unique (kind, event_id),
  check (case kind when 'recruited taken back' then points <= 0 when 'free month' then points < 0 else points > 0 end)
);

create index point_entries_of_person on point_entries (profile_id, id desc);

create function keep_point_account() returns trigger language plpgsql as $$
begin
  -- In two steps: a row that would be written below zero is refused before it is seen to exist already.
  insert into point_accounts (profile_id) values (new.profile_id) on conflict do nothing;
  update point_accounts set
    balance = balance + new.points,
    earned = earned + case when new.kind = 'free month' then 0 else new.points end
  where profile_id = new.profile_id;
  return null;
end $$;
create trigger point_entries_keep_account after insert on point_entries
  for each row execute function keep_point_account();

-- The ledger of somebody who is gone may go with them; nothing else may be changed in it.
create function refuse_change_of_points() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from profiles where id = old.profile_id) then
    return old;
  end if;
  raise exception 'point_entries can only be added to';
end $$;
create trigger point_entries_are_history before update or delete on point_entries
  for each row execute function refuse_change_of_points();
create trigger point_entries_are_not_emptied before truncate on point_entries
  for each statement execute function refuse_change_of_points();

-- Whoever had been rewarded before there were points has earned them too.
insert into point_entries (profile_id, kind, event_id, points, about, at)
  select member_id, 'recruited', company_id, 500, left(companies.name, 200), granted_at
  from ambassador_rewards join companies on companies.id = company_id
  where state = 'granted' and member_id is not null
  order by granted_at;
