-- Mails written as their address was typed were missed by the export and the deletion of the account, which has it in
-- lower case.

update outbox_messages set recipient = lower(recipient) where channel = 'mail' and recipient <> lower(recipient);
