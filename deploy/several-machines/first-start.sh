#!/bin/sh
# Patroni runs this once on the first primary, with its connection address: creates the two logins of deploy/one-machine/first-start.sh.
set -eu
psql "$1" --set=ON_ERROR_STOP=1 \
  --set=owner_password="$DATABASE_OWNER_PASSWORD" --set=login_password="$DATABASE_PASSWORD" <<'SQL'
create role kvartera_owner login password :'owner_password';
create role kvartera_product nologin;
grant kvartera_product to kvartera_owner with admin option;
create role kvartera_login login password :'login_password' in role kvartera_product;
create database kvartera owner kvartera_owner;
SQL
