-- Terms that matter to somebody may change thirty days after they are told, as the terms themselves promise. Nobody was
-- told: a new version was in force for all at once (docs/decisions/0257).

create table terms_notices (
  profile_id uuid not null references profiles (id) on delete cascade,
  version text not null check (version ~ '^\d{4}-\d\d-\d\d$'),
  told_on date not null,
  -- The day from which the version applies to this person.
  applies_on date not null,
  primary key (profile_id, version),
  constraint terms_notices_thirty_days check (applies_on >= told_on + 30)
);

-- The newest version that the person is known to have accepted or been told of; empty until the chore has looked. The
-- chore finds by it whom it has left, so that it reads nobody when all are done. Names of versions are days: "C" compares
-- them as such.
alter table profiles add column terms_known text collate "C" not null default '';
