-- What has been done is read newest first on the first page of administrators. Somebody who knocks at their doors all night must not
-- make that a search through the knocks.
create index audit_log_of_deeds on audit_log (id) where deed <> 'refused at the door';
