#!/bin/sh
# The database image runs this once, in an empty volume. It creates two logins: one owns the tables and runs the migrations; the other only
# reads and writes rows, and cannot change the audit history of administrators (db/migrations/0190).
set -eu
psql --set=ON_ERROR_STOP=1 --username=postgres \
  --set=owner_password="$DATABASE_OWNER_PASSWORD" --set=login_password="$DATABASE_PASSWORD" <<'SQL'
create role kvartera_owner login password :'owner_password';
create role kvartera_product nologin;
grant kvartera_product to kvartera_owner with admin option;
create role kvartera_login login password :'login_password' in role kvartera_product;
create database kvartera owner kvartera_owner;
SQL
