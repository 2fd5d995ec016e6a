-- An alarm's map shows the guards on duty who share where they are: found by where, among those who do.
create index guards_sharing on guards (latitude) where position_at is not null;
