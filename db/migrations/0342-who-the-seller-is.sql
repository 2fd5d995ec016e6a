-- Whoever books has a contract with the company, and is told who that is: its VAT number too, if it has one.
alter table companies add column vat_number text check (vat_number ~ '^SE[0-9]{10}01$');
