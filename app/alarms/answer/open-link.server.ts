import type { House } from '~/platform/house.server'
import type { AlarmState, Partner } from '../alarm'
import { hashOfToken } from '../engine/links/link-token.server'
import { rememberedSince } from './closed-alarm'
import { reaches } from './part.server'

export type Link = { actor: Partner; alarm: { id: string; state: AlarmState } }

/**
 * The personal link of a message: who it was sent to, and the alarm. It opens that one alarm for that one person,
 * as long as it is any business of theirs and until a day after it is over. Opening it changes nothing, so it may be
 * opened any number of times, by a program that looks at links too, and from whichever browser the phone chooses.
 */
export async function openLink({ db, clock }: House, token: string): Promise<Link | null> {
  const now = clock.now()
  const row = await db
    .selectFrom('alarm_recipients')
    .innerJoin('safety_alarms', 'safety_alarms.id', 'alarm_recipients.alarm_id')
    .innerJoin('companies', 'companies.id', 'alarm_recipients.company_id')
    .leftJoin('guards', 'guards.id', 'alarm_recipients.guard_id')
    .select(['safety_alarms.id', 'alarm_recipients.company_id as companyId', 'alarm_recipients.guard_id as guardId'])
    .select('safety_alarms.status as state')
    .where('alarm_recipients.link_hash', '=', hashOfToken(token))
    .where(reaches(now))
    .where((row) =>
      row.or([
        row('alarm_recipients.guard_id', 'is', null),
        row.and([row('guards.id', 'is not', null), row('guards.removed_at', 'is', null)]),
      ]),
    )
    .where((row) => row.or([row('closed_at', 'is', null), row('closed_at', '>', rememberedSince(now))]))
    .executeTakeFirst()
  if (!row?.companyId) return null
  const { id, state, companyId, guardId } = row
  return { actor: { kind: 'partner', companyId, guardId, via: 'link' }, alarm: { id, state } }
}
