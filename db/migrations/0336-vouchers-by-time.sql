-- A month or a year of the books is read in order, for the bookkeeper and the VAT return.
create index ledger_vouchers_by_time on ledger_vouchers (at, id);
