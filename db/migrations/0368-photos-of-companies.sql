-- Pictures that a company shows: at most five on its page and one of each service, each with a text for those who do not see.
-- What was sent is drawn anew twice (app/companies/photos), and the files lie where logos do.

-- So that a photo can only be of a service of its own company.
alter table services add constraint services_id_of_company unique (company_id, id);

create table company_photos (
  company_id uuid not null references companies (id) on delete cascade,
  -- The form's: sent twice, it is one. Beside the company, since others may send the same.
  id uuid not null,
  -- What it is of; null: the company itself.
  service_id uuid,
  -- There is none for a sixth, nor for a second of a service.
  place smallint not null,
  url text not null,
  card_url text not null,
  alt text not null check (length(alt) between 1 and 200),
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, service_id) references services (company_id, id) on delete cascade,
  -- Asked at the end of a statement, so that one statement can let two change places.
  constraint company_photos_place unique nulls not distinct (company_id, service_id, place) deferrable initially immediate,
  constraint company_photos_most check (place between 1 and case when service_id is null then 5 else 1 end)
);
