import { readCompanyNames } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { accepted, type NotThere, type Outcome, refused } from '~/shared/outcome'
import { isHeld, mayDo, type Part, type Taker, whyNot } from '../alarm'
import { tellCircle } from '../circle/circle-calls-store.server'
import { callsTo } from '../engine/ways'
import { type Alarm, addEntries, armSteps, beginRound, dropSteps, updateAlarms } from '../history/alarm-store.server'
import { insertCalls, insertFollowUps, withdrawCalls } from '../raise/call-store.server'
import { readMemberCallees } from '../raise/callee-store.server'
import { noteHeard } from '../raise/hear-press.server'
import { readPolicy } from '../watch/policy-store.server'
import { type Change, changeAlarm } from './change-alarm.server'
import { notePhoneThatAnswered } from './note-phone-that-answered.server'
import { readTakerNames, type TakerNames } from './taker-store.server'

const failure = 'Larmet är redan taget'

/** Takes an alarm. The row lock decides a race: the first one wins, the others and the member are told who has it. */
export function takeAlarm(house: House, actor: Taker, alarmId: string): Promise<Outcome<null> | NotThere> {
  return changeAlarm(house, actor, alarmId, async (given) => {
    const { db, alarm, part, now } = given
    // Also for a guard who is too late: their phone has proved that it works.
    await notePhoneThatAnswered(db, alarm, actor, now)
    // Idempotent: it is theirs already; counts as a reaction to the presses before.
    if (part === 'taker') {
      await noteHeard(given, actor)
      return accepted(null)
    }
    if (!mayDo('take', alarm.state, part)) {
      const has = isHeld(alarm.state) ? await readTakerNames(db, alarm.id) : null
      return refused(failure, { message: has ? hasIt(has, part) : whyNot('take', alarm.state) })
    }
    await give(house, given, actor)
    return accepted(null)
  })
}

/** The refusal to somebody who is too late: who has the alarm, and what a colleague can still do. */
export function hasIt({ name, firstName }: TakerNames, part: Part): string {
  return part === 'colleague' || part === 'companion'
    ? `${firstName} har larmet. Säg att du kommer också, eller ta över det.`
    : `${name} har larmet. Du behöver inte åka.`
}

/** The company's current name. Stored on the alarm, so that it keeps the name the member was told. */
async function companyNameOf(db: Database, actor: Taker): Promise<string | null> {
  return actor.kind === 'partner'
    ? ((await readCompanyNames(db, [actor.companyId])).get(actor.companyId) ?? null)
    : null
}

async function give(house: House, { db, alarm, now }: Change, actor: Taker) {
  const taker = idsOf(actor)
  await beginRound(db, [alarm.id])
  await updateAlarms(db, [alarm.id], {
    status: 'acknowledged',
    taken_by_company: taker.companyId,
    taken_by_guard: taker.guardId,
    taken_by_operator: taker.profileId,
    taken_by_system: actor.kind === 'partner' ? (actor.key?.name ?? null) : null,
    taker_company_name: await companyNameOf(db, actor),
    taken_at: now,
    ...(alarm.firstTakenAt ? {} : { first_taken_at: now }),
  })
  const via = actor.kind === 'partner' ? actor.via : 'page'
  await addEntries(db, now, { alarmId: alarm.id, kind: 'taken', actor, facts: { via } })
  const { releaseS } = await readPolicy(db, alarm.postcode)
  await dropSteps(db, alarm.id, now, ['call again', 'ring', 'press', 'widen', 'tell member'])
  await armSteps(db, [{ alarm, kind: 'release', afterS: releaseS }], now)
  await withdrawCalls(db, alarm.id, 'larmet är taget')
  const others = { roles: ['partner' as const, 'neighbour' as const, 'operator' as const], but: taker }
  await insertFollowUps(db, [alarm.id], 'taken', others, now)
  await tellCircle(db, [alarm.id], 'taken', now)
  await tellMember(house, db, alarm, now)
}

function idsOf(actor: Taker) {
  return actor.kind === 'partner'
    ? { companyId: actor.companyId, guardId: actor.guardId, profileId: null }
    : { companyId: null, guardId: null, profileId: actor.personId }
}

/**
 * Tells the member by push only: an SMS that sounds could give away somebody who hides. But a member who was told that
 * nobody has answered is told of the taker by every channel. The page shows it in any case.
 */
export async function tellMember({ keys }: Pick<House, 'keys'>, db: Database, alarm: Alarm, now: Date) {
  const [member] = alarm.reportedBy ? await readMemberCallees(db, [alarm.reportedBy]) : []
  if (!member) return
  const calls = callsTo([member], alarm, 'taken', alarm.rounds + 1).map((call) =>
    alarm.toldNobodyAt ? call : { ...call, channels: call.channels.filter((channel) => channel === 'push') },
  )
  await insertCalls(db, keys, calls, now)
}
