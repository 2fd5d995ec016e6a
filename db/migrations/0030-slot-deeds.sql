-- Who marked a month as paid, who let one go and why: the company is told the reason, and a dispute needs the rest.
-- Empty for what the product did by itself.

alter table sponsor_slots
  add column activated_by uuid references profiles (id) on delete set null,
  add column released_by uuid references profiles (id) on delete set null,
  add column release_reason text check (length(release_reason) between 1 and 500);

alter table season_slots
  add column activated_by uuid references profiles (id) on delete set null,
  add column released_by uuid references profiles (id) on delete set null,
  add column release_reason text check (length(release_reason) between 1 and 500);

create index season_slots_of_company on season_slots (company_id, month);
-- What the hourly sweep looks for: months that are still live, oldest first.
create index sponsor_slots_live_by_month on sponsor_slots (month) where status in ('reserved', 'active');
create index season_slots_live_by_month on season_slots (month) where status in ('reserved', 'active');
