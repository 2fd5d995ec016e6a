-- What was said to and by one address: for the file with everything stored about a person, and for the
-- deletion of an account. Neither may read the whole table.

create index contact_messages_by_email on contact_messages (lower(email), id);
create index outbox_messages_by_recipient on outbox_messages (recipient, id);
