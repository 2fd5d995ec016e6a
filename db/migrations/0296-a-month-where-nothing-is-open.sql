-- Whoever lives where it has not opened, or has closed, pays for nothing: each month there is a free one (docs/decisions/0153).
alter table given_months
  drop constraint given_months_source_check,
  add constraint given_months_source_check check (source in ('points', 'admin', 'area'));
