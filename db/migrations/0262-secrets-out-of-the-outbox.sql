-- Links and codes that let somebody in, or prove something, stood in the outbox in the clear: for ever when they went by
-- SMS, and until they left when they went by mail, where an administrator could read them. They are kept apart now,
-- sealed with a key that is not in the database, and go in the statement that says that they were sent.

alter table outbox_messages add column secret text;

-- What stands there already. What still waits cannot be sent any more: whoever waits for it asks for a new one.
update outbox_messages set
  body_text = 'Meddelandet hade en hemlighet och sparas därför inte.',
  body_html = case channel when 'mail' then '' end,
  state = case state when 'queued' then 'failed' else state end,
  last_error = case state when 'queued' then 'hemligheten sparades inte' else last_error end
where kind in ('recovery', 'verification', 'new address', 'phone code', 'guard link');

-- Found by the chore that looks for secrets which should be gone: none, but in the demo.
create index outbox_messages_with_secret on outbox_messages (id) where secret is not null and state <> 'queued';
