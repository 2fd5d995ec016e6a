import { z } from 'zod'
import { lockAdmins, refuseStaleLogin, revokeEverything, updateBlock } from '~/accounts/public.server'
import { readOwnCompany } from '~/companies/public.server'
import type { Asked } from '~/door/deed.server'
import { onlyAdmin } from '~/door/guard.server'
import { ownsGuards } from '~/guards/public.server'
import { resumeMembership } from '~/membership/public.server'
import { wasMonthSkipped } from '~/payments/public.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, type NotThere, type Outcome, refused } from '~/shared/outcome'
import { changePerson } from './change-person.server'
import { mailBlocked, mailUnblocked } from './person-mails.server'

const failure = 'Kontot är inte spärrat'
const blocking = z.object({
  reason: field.paragraph('Skriv varför, så att personen förstår', 1000),
  sure: field.ticked('Bekräfta att kontot ska spärras'),
})

/** An admin blocks another person: revokes their sessions, links and keys, and refuses further logins. */
export async function blockPerson(asked: Asked, id: string): Promise<Outcome<null> | NotThere> {
  onlyAdmin(asked.signedIn)
  const form = parseForm(blocking, asked.values, failure)
  if (!form.ok) return form
  const stale = await refuseStaleLogin(asked, failure)
  if (stale) return stale
  const { reason } = form.value
  const { house, signedIn } = asked
  if (id === signedIn.person.id) return refused(failure, { message: 'Du kan inte spärra dig själv.' })
  const outcome = await changePerson(asked, { id, deed: 'block person', reason }, async (db, person) => {
    if (person.blockedReason === reason) return accepted(null)
    if (person.role === 'admin' && (await lockAdmins(db)).length === 1) {
      return refused(failure, { message: 'Det måste finnas minst en administratör.' })
    }
    await updateBlock(db, id, { at: person.blockedAt ?? house.clock.now(), reason })
    await revokeEverything({ ...house, db }, id)
    await mailBlocked(db, house.config, person, { reason, hasGuards: await ownsGuards(db, id) })
    return accepted({ before: { blocked: person.blockedAt !== null }, after: { blocked: true } })
  })
  house.wake('mail')
  return outcome
}

/** An admin unblocks a person, who may then log in again. */
export async function unblockPerson(asked: Asked, id: string): Promise<Outcome<null> | NotThere> {
  onlyAdmin(asked.signedIn)
  const { house } = asked
  const outcome = await changePerson(asked, { id, deed: 'unblock person' }, async (db, person) => {
    if (person.blockedAt === null) return accepted(null)
    await updateBlock(db, id, null)
    const membership = await resumeMembership({ ...house, db }, id)
    const hasGuards = await ownsGuards(db, id)
    const company = person.role === 'company' ? await readOwnCompany(db, id) : undefined
    // The month of the base package that begins during a block is skipped, and its card ended (docs/decisions/0256).
    const isMonthSkipped =
      company !== undefined && (await wasMonthSkipped(db, company.id, person.blockedAt, house.clock.now()))
    await mailUnblocked(db, house.config.origin, person, { hasGuards, isMonthSkipped, membership })
    return accepted({ before: { blocked: true, reason: person.blockedReason }, after: { blocked: false } })
  })
  house.wake('mail')
  return outcome
}
