-- The settled questions by age, for the chore that deletes them.

create index concurrently if not exists contact_messages_settled on contact_messages (settled_at)
  where settled_at is not null;
