-- What those who run the place can set without a restart: one row.

create table settings (
  only_one boolean primary key default true check (only_one),
  -- Said on top of everyone's pages after logging in, until a moment: a planned stop, a number that has changed.
  banner text check (length(banner) between 1 and 300),
  banner_until timestamptz,
  check ((banner is null) = (banner_until is null))
);
insert into settings default values;
