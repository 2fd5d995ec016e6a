-- Those who have neither accepted the newest terms nor been told of them, for the chore that tells them.

create index concurrently if not exists profiles_by_terms on profiles (terms_known);
