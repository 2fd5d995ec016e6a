-- Of the words that were drawn for a call the first that its phone has not in use; null when it has them all. A function, whose cost
-- is the same whatever the table holds: written out in the statement of an alarm, each count of a table that grows in a rush made a
-- kept plan look dear beside those of a calm hour, and every press was planned anew for as long as it took.
-- It goes by the index also where its plan was made while the table was small, which a line keeps until the table is counted again.
create function first_free_word(called text, drawn jsonb) returns text language sql stable set enable_seqscan = off as $$
  select word from jsonb_array_elements_text(drawn) with ordinality as one (word, place)
  where word <> all (array(select taken.word from alarm_words as taken where taken.phone = called and taken.freed_at is null))
  order by place limit 1
$$;
