import { z } from 'zod'
import { recordAudit } from '~/audit/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { anId } from '~/shared/id'
import { formatOre, parseKronor } from '~/shared/money'
import { monthOf } from '~/shared/month'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { dayOf } from '~/shared/time'
import { insertPayout } from '../book-store.server'
import { entriesOfPatrolPayout } from '../ledger'
import { insertPatrolPayout, isPatrolPayoutKnown, readPatrolSums } from './share-store.server'

const failure = 'Utbetalningen är inte noterad'

const payoutForm = z.object({
  // Idempotency key from the page: a form sent twice is one payout.
  key: anId({ error: 'Ladda om sidan och försök igen' }),
  company: anId({ error: 'Välj företag' }),
  amount: z.string({ error: 'Fyll i beloppet' }).transform((typed, context) => {
    const ore = parseKronor(typed)
    if (ore !== null && ore > 0 && ore <= 1_000_000_00) return ore
    context.addIssue('Skriv beloppet i kronor, till exempel 1 200')
    return z.NEVER
  }),
  paidOn: field.dayOfOurTime('Välj dagen som det betalades'),
  reference: field.line('Fyll i fakturans nummer', 60),
})

/**
 * An admin notes a payment to a guard company for walking a postcode, without VAT, out of what packages have set aside
 * there. `companies` are those that may have walked it. Race: two different payouts noted at the same moment may
 * together exceed what is left. That is accepted, since both were really paid, and the page shows the balance.
 */
export async function notePatrolPayout(
  house: House,
  signedIn: SignedIn,
  { postcode, companies }: { postcode: string; companies: readonly string[] },
  values: Record<string, string>,
): Promise<Outcome<null>> {
  onlyAdmin(signedIn)
  const form = parseForm(payoutForm, values, failure)
  if (!form.ok) return form
  const { key: id, company: companyId, amount, paidOn, reference } = form.value
  const now = house.clock.now()
  if (!companies.includes(companyId)) return refused(failure, { fields: { company: 'Välj ett företag som går här' } })
  if (paidOn > dayOf(now)) return refused(failure, { fields: { paidOn: 'Den dagen har inte varit än' } })
  return house.db.transaction().execute(async (db): Promise<Outcome<null>> => {
    if (await isPatrolPayoutKnown(db, id)) return accepted(null)
    const { ever, paidOut } = await readPatrolSums(db, postcode, monthOf(now))
    const left = Math.max(0, ever - paidOut)
    if (amount > left) return refused(failure, { fields: { amount: `Här är ${formatOre(left)} kvar att betala ut` } })
    const payout = { id, postcode, companyId, amount, paidOn, reference, by: signedIn.person.id }
    if (!(await insertPatrolPayout(db, payout, now))) return accepted(null)
    await insertPayout(db, { patrolPayoutId: id }, entriesOfPatrolPayout(amount), now)
    await recordAudit(db, {
      at: now,
      actor: signedIn,
      deed: 'note patrol payout',
      subject: { kind: 'postcode', id: postcode },
      before: {},
      after: { amount, company: companyId, day: paidOn, reference },
    })
    return accepted(null)
  })
}
