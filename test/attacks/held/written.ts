/** Rows that exist only to be locked, inserted without foreign keys; two of each, so that there is another one. */
export const written = [
  `insert into contact_messages (key, name, email, interest, message)
    select gen_random_uuid(), 'Siv', 'siv@exempel.se', 'customer', 'Hej' from generate_series(1, 2)`,
  `insert into point_marks (profile_id, company_id, month, why, marked_at)
    select (select id from profiles limit 1), (select id from companies limit 1), month, 'many', now()
    from (values (date '2026-11-01'), ('2026-10-01')) as months (month)`,
  `insert into point_accounts (profile_id) select id from profiles where user_role = 'member' limit 2 on conflict do nothing`,
  `insert into sponsor_stops (slot_id, week, turn, shift_id) select gen_random_uuid(), '2026-11-23', 1, id from patrol_shifts limit 2`,
  `insert into mail_links select repeat(substr('ad', nr::int, 1), 64), id, 'recovery', email, now() + interval '1 day'
    from (select id, email, row_number() over () as nr from profiles limit 2) as owners`,
  `insert into email_undos (token_hash, profile_id, old_email, had_second_step, moved_at, expires_at)
    select repeat(substr('be', nr::int, 1), 64), id, 'gammal' || nr || '@exempel.se', false, now(), now() + interval '1 day'
    from (select id, row_number() over () as nr from profiles limit 2) as owners`,
  `insert into refunds (key, payment_id, amount_cents, reason, created_at) select 'r' || id, id, 100, 'Prov', now() from payments limit 2`,
  `insert into card_orders (key, kind, object_id, amount_cents, refund_id, next_attempt_at)
    select 'o' || id, 'refund', 'pi_' || id, 100, id, now() from refunds`,
  `insert into swish_requests (id, charge_id, amount_cents, payee, created_at, next_attempt_at)
    select gen_random_uuid(), id, gross_cents, '1231181189', now(), now() from charges`,
  `insert into bulk_jobs (id, deed, search, reason, created_by, address, created_at)
    values (gen_random_uuid(), 'sign out', '', 'Prov', gen_random_uuid(), '192.0.2.1', now())`,
  `insert into broadcasts (key, purpose, postcode, text, author_id, created_at, state, reason)
    select gen_random_uuid(), 'safety_sms', '12540', 'Prov', id, now(), 'stopped', null from profiles limit 2`,
  `insert into walks (member_id, key, home_at, due_at, created_at)
    select id, gen_random_uuid(), now(), now(), now() from profiles where user_role = 'member' limit 2`,
  `insert into faults (mark, kind, place, frames, count, first_at, last_at, requests)
    select repeat(mark, 64), 'Error', '/', '{}', 1, now(), now(), '{}' from (values ('c'), ('d')) as marks (mark)`,
  `insert into push_subscriptions (owner_kind, owner_id, endpoint, p256dh, auth, device, created_at)
    select 'person', id, 'https://push.example/' || row_number() over (), repeat('p', 87), repeat('a', 22), 'Firefox', now() from profiles limit 2`,
  `insert into alarm_pulse (part, at) values ('auditor', now()), ('engine', now()) on conflict do nothing`,
]
