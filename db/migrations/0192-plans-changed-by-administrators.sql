-- A company's package changed on its behalf. A row for each form that was carried out, so that one sent twice is one
-- change: a month that is let go and booked again in between must not be booked by the first form's echo.

create table plan_changes (
  -- The form's key.
  id uuid primary key,
  company_id uuid not null references companies (id),
  plan text not null check (plan in ('base', 'sponsor', 'season')),
  -- The administrator. No foreign key: whoever leaves changes nothing here.
  changed_by uuid not null,
  changed_at timestamptz not null
);
create index plan_changes_of_company on plan_changes (company_id, changed_at desc);
