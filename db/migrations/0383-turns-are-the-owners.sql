-- Whose turn it is to migrate is the migrating login's to say (docs/decisions/0206): new tables are the product's to write in otherwise (0190).

do $$
begin
  if not exists (select from pg_roles where rolname = 'kvartera_product') then return; end if;
  revoke insert, update, delete on schema_migrations_turn from kvartera_product;
exception
  when insufficient_privilege then raise notice 'this login may revoke nothing';
end $$;
