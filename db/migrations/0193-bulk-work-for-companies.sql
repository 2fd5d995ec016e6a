-- Bulk work for companies too: those that were ticked in the list, one by one, rather than all that a search finds.

alter table bulk_jobs
  drop constraint bulk_jobs_deed_check,
  add constraint bulk_jobs_deed_check check (deed in (
    'sign out', 'send verification', 'give months', 'tell opening',
    'approve company', 'hide company', 'restore company'
  )),
  add column chosen uuid[] check (cardinality(chosen) between 1 and 100),
  add check ((deed like '% company') = (chosen is not null));
