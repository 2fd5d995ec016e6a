-- A login takes a moment: the password is judged, then the session is made. One that was judged by the old password, just
-- as the account was won back, made its session after all others had ended. How often everything of a person was revoked
-- is counted, so that whoever lets somebody in can see that it happened meanwhile.

alter table profiles add column revocations integer not null default 0;
