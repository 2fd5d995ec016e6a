-- What a company and a member can give each other in points has a limit a month (app/points/points.ts), and what
-- reaches it is shown to an administrator, who can take it back.

-- Which company an entry came through; null when through none. No reference: the ledger stays whatever becomes of it.
alter table point_entries add column company_id uuid;

-- The ledger refuses every change; this one only says of old lines what they always were about.
alter table point_entries disable trigger point_entries_are_history;
update point_entries set company_id = bookings.company_id
  from bookings where bookings.id = point_entries.event_id and kind in ('booking', 'review');
alter table point_entries enable trigger point_entries_are_history;

create index point_entries_of_pair on point_entries (profile_id, company_id) where company_id is not null;

-- 'taken back': what a company had given. 'free month taken back': the price of a month that was bought with it.
alter table point_entries drop constraint point_entries_kind_check;
alter table point_entries add constraint point_entries_kind_check check (kind in
  ('booking', 'review', 'recruited', 'recruited taken back', 'taken back', 'free month', 'free month taken back'));
alter table point_entries drop constraint point_entries_check;
alter table point_entries add constraint point_entries_sign check (case kind
  when 'recruited taken back' then points <= 0
  when 'taken back' then points < 0
  when 'free month' then points < 0
  else points > 0 end);

create or replace function keep_point_account() returns trigger language plpgsql as $$
begin
  -- In two steps: a row that would be written below zero is refused before it is seen to exist already.
  insert into point_accounts (profile_id) values (new.profile_id) on conflict do nothing;
  update point_accounts set
    balance = balance + new.points,
    earned = earned + case when new.kind in ('free month', 'free month taken back') then 0 else new.points end
  where profile_id = new.profile_id;
  return null;
end $$;

-- A month that was bought with points and taken back covers nothing; that it was given stays.
alter table given_months add column revoked_at timestamptz;

-- What stands out: a pair that reached a limit in a month. Settled: an administrator has looked at it.
create table point_marks (
  id uuid primary key default uuidv7(),
  profile_id uuid not null references profiles (id) on delete cascade,
  company_id uuid not null references companies (id) on delete cascade,
  month date not null,
  why text not null check (why in ('many', 'much')),
  marked_at timestamptz not null,
  settled_at timestamptz,
  unique (profile_id, company_id, month, why)
);
create index point_marks_open on point_marks (id) where settled_at is null;
create index point_marks_of_company on point_marks (company_id);
