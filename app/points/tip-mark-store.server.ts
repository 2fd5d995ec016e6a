import { sql } from 'kysely'
import { shareABrowser } from '~/accounts/public.server'
import type { Database } from '~/platform/database/database.server'
import { TIPS_A_MONTH } from './points'

/** Tips rewarded longer ago than this are not checked any more. */
const lookedAtDays = 90

/** At most one mark per tip and reason, since a mark's month is the month of the tip. */
export async function insertTipMarks(db: Database, now: Date) {
  await sql`
    with tips as (
      select profile_id, event_id as company_id, at,
        count(*) over (partition by profile_id order by at
          range between interval '30 days' preceding and interval '30 days' following) as near
      from point_entries as tip
      where kind = 'recruited' and at > ${now}::timestamptz - make_interval(days => ${lookedAtDays})
        and not exists (select from point_entries as counter
          where counter.kind = 'recruited taken back' and counter.event_id = tip.event_id)
    )
    insert into point_marks (profile_id, company_id, month, why, marked_at)
    select tips.profile_id, tips.company_id, month_of(tips.at), reasons.why, ${now}
    from tips
      join profiles as member on member.id = tips.profile_id
      join companies on companies.id = tips.company_id
      left join profiles as owner on owner.id = companies.owner_id,
      lateral (values
        ('tips', tips.near >= ${TIPS_A_MONTH}),
        ('same browser', ${shareABrowser('member.id', 'owner.id')}),
        ('same number', member.phone in (owner.phone, companies.phone))
      ) as reasons (why, holds)
    where reasons.holds
    on conflict (profile_id, company_id, month, why) do nothing`.execute(db)
}
