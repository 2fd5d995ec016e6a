import { randomUUID } from 'node:crypto'
import { href } from 'react-router'
import { z } from 'zod'
import { lockMember } from '~/accounts/public.server'
import { recordAudit } from '~/audit/public.server'
import { notifyCompany, readCompanyNames } from '~/companies/public.server'
import { onlyAdmin } from '~/door/guard.server'
import { notifyPerson } from '~/notifications/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Config } from '~/platform/config.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { writeToUs } from '~/platform/mail/write-to-us'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { anId } from '~/shared/id'
import { accepted, type NotThere, type Outcome } from '~/shared/outcome'
import * as store from './pair-store.server'
import { FREE_MONTH_POINTS, isTipReason } from './points'
import { insertEntry, lockPointAccount } from './points-store.server'

const markForm = z.object({ mark: anId('Ladda om sidan och försök igen') })
const takingBack = markForm.extend({
  reason: field.paragraph('Skriv varför poängen tas tillbaka', 1000),
  sure: field.ticked('Bekräfta att poängen ska tas tillbaka'),
})

/**
 * For administrators: takes points back. For a tip, as on the company's page. For a pair, by counter entries; where the
 * balance does not cover them, bought months are first taken back, newest first, and their price is credited. Both
 * sides are told the reason.
 */
export async function takeBackPoints(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  onlyAdmin(signedIn)
  const form = parseForm(takingBack, values, 'Poängen är kvar')
  if (!form.ok) return form
  const { mark, reason } = form.value
  const taken = await house.db.transaction().execute(async (db): Promise<Outcome<string | null> | NotThere> => {
    const pair = await store.readOpenMark(db, mark)
    if (!pair) return accepted(null)
    if (isTipReason(pair.why)) {
      const reward = await house.above.takeRewardBack({ ...house, db }, signedIn, pair.companyId, reason)
      if (!reward.ok) return reward
      if (await store.lockOpenMark(db, mark)) await store.settleMarks(db, pair, house.clock.now())
      return accepted(pair.personId)
    }
    // Lock order, as everywhere that points change: the member's row, the account, then the mark.
    const member = await lockMember(db, pair.personId)
    const account = await lockPointAccount(db, pair.personId)
    if (!(await store.lockOpenMark(db, mark))) return accepted(null)
    const given = await store.readGivenBy(db, pair)
    const now = house.clock.now()
    const [about = ''] = (await readCompanyNames(db, [pair.companyId])).values()

    let { balance } = account
    let months = 0
    while (member && balance < given.points) {
      const monthId = await house.above.takeBackBoughtMonth({ ...house, db }, member.id)
      if (monthId === null) break
      const price = { kind: 'free month taken back', points: FREE_MONTH_POINTS, eventId: monthId } as const
      await insertEntry(db, { ...price, personId: pair.personId, about: '', at: now })
      balance += FREE_MONTH_POINTS
      months++
    }
    const points = Math.min(balance, given.points)
    if (points > 0) {
      const entry = { ...pair, kind: 'taken back', eventId: randomUUID(), points: -points } as const
      await insertEntry(db, { ...entry, about, at: now })
    }
    await store.settleMarks(db, pair, now)
    await recordAudit(db, {
      at: now,
      actor: signedIn,
      deed: 'take back points',
      subject: { kind: 'person', id: pair.personId },
      reason,
      before: { company: pair.companyId, points: given.points },
      after: { points: -points, months: -months },
    })
    await tellBoth(db, house.config, { ...pair, about, points, months, reason })
    return accepted(pair.personId)
  })
  if (!taken.ok) return taken
  house.wake('messages')
  const personId = taken.value
  if (personId) house.live.tell({ to: [`person:${personId}`], about: 'points' })
  return accepted(null)
}

/** An administrator has looked at a mark and found it in order, such as a member who has a cleaner twice a week. */
export async function approvePoints(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  onlyAdmin(signedIn)
  const form = parseForm(markForm, values, 'Inget är ändrat')
  if (!form.ok) return form
  await house.db.transaction().execute(async (db) => {
    const pair = await store.lockOpenMark(db, form.value.mark)
    if (!pair) return
    const now = house.clock.now()
    await store.settleMarks(db, pair, now)
    const subject = { kind: 'person', id: pair.personId } as const
    const after = { company: pair.companyId }
    await recordAudit(db, { at: now, actor: signedIn, deed: 'approve points', subject, before: {}, after })
  })
  return accepted(null)
}

type Taken = { personId: string; companyId: string; about: string; points: number; months: number; reason: string }

async function tellBoth(db: Database, config: Config, taken: Taken) {
  const { personId, companyId, about, points, months, reason } = taken
  const what = `${points} poäng${months > 0 ? ` och ${months} ${months === 1 ? 'fri månad' : 'fria månader'}` : ''}`
  await notifyPerson(db, personId, {
    kind: 'points taken back',
    subject: 'Poäng har tagits tillbaka',
    letter: {
      greeting: 'Hej,',
      paragraphs: [
        `En administratör har tagit tillbaka ${what} som du fick för bokningar hos ${about}.`,
        `Skälet: ${reason}`,
      ],
      action: { label: 'Se dina poäng', url: config.origin + href('/dashboard/customer/points') },
      footnote: `Tycker du att det är fel? ${writeToUs(config)}`,
    },
  })
  await notifyCompany(db, companyId, {
    kind: 'company points taken back',
    subject: 'Poäng för bokningar hos er har tagits tillbaka',
    letter: {
      greeting: 'Hej,',
      paragraphs: [
        `En administratör har tagit tillbaka ${points} poäng som en kund fick för bokningar hos er.`,
        `Skälet: ${reason}`,
      ],
      footnote: `Tycker ni att det är fel? ${writeToUs(config)}`,
    },
  })
}
