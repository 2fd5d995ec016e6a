-- Open postcodes that no partner is called in, since when, and that the operators have been told of: each once, until
-- somebody is called there again. A permit runs out at midnight, an owner is blocked, a name waits for a look: whatever
-- it was, it is seen here.
create table uncovered_postcodes (
  postcode text primary key references postcodes (code) on delete cascade,
  since timestamptz not null
);
