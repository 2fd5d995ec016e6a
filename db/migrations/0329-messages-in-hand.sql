-- A message that a sender has just now looks like one that waits for its next try. Hurried by an administrator it was taken by a
-- second sender, and went out twice. This says which it is: set with the claim, empty once the try is settled.
alter table outbox_messages add column claimed_until timestamptz;
