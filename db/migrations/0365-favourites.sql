-- Companies that a resident keeps, to find them again. Theirs alone: no company sees who, nor how many.

create table favourites (
  customer_id uuid not null references profiles (id) on delete cascade,
  company_id uuid not null references companies (id) on delete cascade,
  saved_at timestamptz not null,
  primary key (customer_id, company_id)
);
create index favourites_of_company on favourites (company_id);
