-- Mail goes with the account that it was about, whatever its address was then. Until now a mail hung on its address
-- alone, and what had gone to an earlier one stayed for ever. Earlier addresses of before this are not known any more;
-- what went to them ends with its kind (app/notifications/message-kinds.ts).

update outbox_messages set person_id = profiles.id
from profiles
where channel = 'mail' and person_id is null and recipient = profiles.email and outbox_messages.created_at >= profiles.created_at;
