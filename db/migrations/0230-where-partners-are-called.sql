-- Where a guard company is called, and under which name, is an administrator's to say. Its own form moves its address
-- and asks for another name; neither changes who is frightened, who comes, or what is said of them, until somebody has
-- looked (docs/decisions/0125).

-- A name or number that a company asks for. The approved ones stand until an administrator has said yes, wherever they
-- are shown; only a company that nobody has approved yet writes its own.
alter table companies
  add column proposed_name text check (length(proposed_name) between 1 and 200),
  add column proposed_org_number text check (length(proposed_org_number) between 1 and 50),
  -- One more for each change of what is approved or asked for: a yes is a yes to what was seen.
  add column name_version integer not null default 1,
  add constraint companies_propose_name_and_number check ((proposed_name is null) = (proposed_org_number is null)),
  add constraint companies_approved_ask_nothing check (proposed_name is null or review_state <> 'approved');

create function count_names_of_company() returns trigger language plpgsql as $$
begin
  if (new.name, new.org_number, new.proposed_name, new.proposed_org_number)
    is distinct from (old.name, old.org_number, old.proposed_name, old.proposed_org_number)
  then new.name_version := old.name_version + 1;
  end if;
  return new;
end $$;
create trigger companies_count_names before update on companies
  for each row execute function count_names_of_company();

-- What stood on the company when the permit was checked. Under another name or number it is not this permit.
alter table security_partner_records
  add column name text,
  add column org_number text;
-- Nobody's standing is judged anew by what is only written down.
alter table security_partner_records disable trigger security_partner_records_judge_status;
update security_partner_records set name = companies.name, org_number = companies.org_number
  from companies where companies.id = company_id;
alter table security_partner_records enable trigger security_partner_records_judge_status;
alter table security_partner_records
  alter column name set not null,
  alter column org_number set not null;

-- The postcodes that a checked permit is used in. Without a permit there are none.
create table security_partner_areas (
  company_id uuid not null references security_partner_records (company_id) on delete cascade,
  postcode text not null check (postcode ~ '^[0-9]{5}$'),
  primary key (company_id, postcode)
);
create index security_partner_areas_by_postcode on security_partner_areas (postcode, company_id);

-- Those who are called today go on where they are.
insert into security_partner_areas (company_id, postcode)
  select companies.id, companies.postcode
  from companies join security_partner_records on company_id = companies.id
  where is_security_partner and security_status = 'active' and review_state <> 'hidden' and deleted_at is null;

drop index companies_called_to_alarms;

-- The public list of safety partners names those whose name somebody has said yes to.
drop index companies_safety_partners;
create index companies_safety_partners on companies (created_at desc, id)
  where is_security_partner and deleted_at is null
    and (review_state = 'approved' or (review_state = 'waiting' and proposed_name is not null));

-- What an administrator had seen of each company when they ticked it: its name_version by its id.
alter table bulk_jobs add column seen jsonb;
