import type { House } from '~/platform/house.server'
import type { AlarmState, Partner } from '../alarm'
import { hashOfToken } from '../engine/links/link-token.server'
import { rememberedSince } from './closed-alarm'
import { reaches } from './part.server'

export type Link = { actor: Partner; alarm: { id: string; state: AlarmState } }

/**
 * Resolves the personal link of a message to its recipient and alarm. It opens that one alarm for that one person while
 * they may act on it, and until a day after its end. Opening it changes nothing, so link previews and repeated visits,
 * from any browser, are harmless.
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
