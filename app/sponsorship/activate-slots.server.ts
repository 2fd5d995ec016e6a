import { data } from 'react-router'
import { onlyAdmin } from '~/accounts/public.server'
import { recordAudit } from '~/admin/public.server'
import { readListing } from '~/companies/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { settleCompany } from './settle.server'
import { mayDo } from './slot'
import { mailActivation } from './slot-mails.server'
import { markActive, readSlotsOf } from './slot-store.server'

/**
 * An admin, for a company: the payment of these months is here. `slots` is one text, ids with commas between
 * them. Asked twice, nothing more happens, and no second mail is sent.
 */
export async function activateSlots(
  house: House,
  signedIn: SignedIn,
  companyId: string,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  onlyAdmin(signedIn)
  const now = house.clock.now()
  const asked = new Set((values.slots ?? '').split(','))
  const done = await house.db.transaction().execute(async (db) => {
    const company = await readListing(db, { id: companyId }, 'hold')
    const slots = (await readSlotsOf(db, companyId)).filter(({ id }) => asked.has(id))
    if (!company || slots.length === 0) throw data(null, 404)
    if (company.isClosed || slots.some(({ status }) => status !== 'active' && !mayDo('activate', status))) {
      return refused('Inget är ändrat', {
        message: 'Månaden väntar inte längre på betalning. Ladda om sidan och se hur det står till.',
      })
    }
    const paid = slots.filter(({ status }) => mayDo('activate', status))
    if (paid.length === 0) return accepted(null)

    const ids = paid.map(({ id }) => id)
    await markActive(db, companyId, ids, signedIn.person.id, now)
    await settleCompany(db, companyId, now)
    await recordAudit(db, {
      at: now,
      actor: signedIn,
      deed: 'activate months',
      subject: { kind: 'company', id: companyId },
      before: { status: 'reserved' },
      after: { status: 'active', months: paid.map(({ kind, month }) => `${kind} ${month}`).join(', ') },
    })
    await mailActivation(db, house.config.origin, company, paid)
    return accepted(null)
  })
  house.wake('mail')
  return done
}
