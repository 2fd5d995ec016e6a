-- A company registers under its own name, and its account bears that until somebody gives it theirs: then it is nobody's by name, and in an
-- alarm no person. Once the company had another name the account still bore the one before, and was called by its first word. So what a
-- company was called is kept by the database, so that no way of changing a name can forget to.
alter table companies add column former_names text[] not null default '{}';

create or replace function count_names_of_company() returns trigger language plpgsql as $$
begin
  if (new.name, new.org_number, new.proposed_name, new.proposed_org_number)
    is distinct from (old.name, old.org_number, old.proposed_name, old.proposed_org_number)
  then new.name_version := old.name_version + 1;
  end if;
  if new.name is distinct from old.name
  -- The first of them, the one it registered under among them: a company that nobody has looked at may rename itself without end.
  then new.former_names := (array_remove(old.former_names, old.name) || old.name)[1:20];
  end if;
  return new;
end $$;

-- What administrators have changed is in the history.
update companies set former_names = before.names from (
  select subject_id, array_agg(distinct before ->> 'name') as names from audit_log
  where subject_kind = 'company' and deed = 'approve company' and before ? 'name'
  group by subject_id
) as before where before.subject_id = companies.id::text;
