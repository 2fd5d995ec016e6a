-- What the product itself may do in the database: read and write rows, but not change tables or switch off the
-- triggers that hold them, and only add to the history of administrators. Its connections take on this role.
-- Where the login may make no roles, the product goes on as that login, and says so in its log.

do $$
begin
  create role kvartera_product nologin;
exception
  when duplicate_object or unique_violation then null;
  when insufficient_privilege then raise notice 'this login may make no roles';
end $$;

do $$
begin
  if not exists (select from pg_roles where rolname = 'kvartera_product') then return; end if;
  if not pg_has_role(current_user, 'kvartera_product', 'member') then
    execute format('grant kvartera_product to %I', current_user);
  end if;
  grant usage on schema public to kvartera_product;
  grant select, insert, update, delete on all tables in schema public to kvartera_product;
  grant usage on all sequences in schema public to kvartera_product;
  alter default privileges in schema public grant select, insert, update, delete on tables to kvartera_product;
  alter default privileges in schema public grant usage on sequences to kvartera_product;
  revoke update, delete on audit_log from kvartera_product;
  revoke insert, update, delete on schema_migrations from kvartera_product;
exception
  when insufficient_privilege then raise notice 'this login may grant no roles';
end $$;
