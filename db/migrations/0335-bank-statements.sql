-- Banks' own files (camt.053 and camt.054) beside CSV. `name` is what the bank calls a transaction, so that the same money in two
-- files, of one kind or of both, is known to be the same; a payment that is booked by it has it as its external_id, which is
-- unique. What cannot be a payment stays in the list with its reason, so that a person sees it.
alter table bank_rows
  alter column booked_on drop not null,
  alter column amount_cents drop not null,
  add column name text check (length(name) between 1 and 220),
  add column because text
    check (because in ('foreign currency', 'not booked', 'reversal', 'sum of many', 'unreadable')),
  add check (because is not null or (booked_on is not null and amount_cents is not null));
create unique index bank_rows_named_once on bank_rows (file_id, name) where name is not null;
