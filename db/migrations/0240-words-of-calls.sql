-- A sender's number is a claim: anybody can write one. What changes an alarm by SMS therefore carries a word of two signs
-- that stood in the SMS of that very call (docs/decisions/0127). A word is one call's among all that a phone has open,
-- and stays so for a while after the end, since an alarm may be opened again; then another call may have it.

create table alarm_words (
  recipient_id uuid primary key references alarm_recipients (id),
  phone text not null,
  -- One digit and one letter, none of which is taken for another (app/alarms/reply.ts).
  word text not null
    check (word ~ '^([2346789][ACEFHJKMNPRTUWXY]|[ACEFHJKMNPRTUWXY][2346789])$'),
  -- How often an SMS from this phone has carried a word that was none of its own: few words must not be guessed.
  wrong_tries integer not null default 0 check (wrong_tries between 0 and 3),
  given_at timestamptz not null,
  freed_at timestamptz
);
create unique index alarm_words_one_open on alarm_words (phone, word) where freed_at is null;
create index alarm_words_by_phone on alarm_words (phone, given_at desc);
