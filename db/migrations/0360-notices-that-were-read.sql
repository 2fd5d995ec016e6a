-- How far somebody has read in the list of what was sent to them: the rows themselves lie in the outbox, found by
-- outbox_messages_by_person, and their ids are in order of time.

create table notice_reads (
  profile_id uuid primary key references profiles (id) on delete cascade,
  read_to uuid not null,
  read_at timestamptz not null
);

-- The list is new; what was sent before it was there is nothing new.
insert into notice_reads (profile_id, read_to, read_at) select id, uuidv7(), now() from profiles;
