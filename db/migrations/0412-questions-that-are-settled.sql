-- Since when a question from the start page is answered or closed: it is deleted some time after that
-- (docs/decisions/0003). Those that are settled already count from now on.

alter table contact_messages add column settled_at timestamptz;
update contact_messages set settled_at = now() where state <> 'new';
