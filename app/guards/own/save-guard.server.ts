import { isWithinTotal, notTextable } from '~/accounts/public.server'
import { mayTry } from '~/door/attempts.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import { brokenConstraint } from '~/platform/database/errors.server'
import type { House } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { anId } from '~/shared/id'
import { accepted, isDeadEnd, type NotThere, type Outcome, type Refusal, refused } from '~/shared/outcome'
import { mostGuards } from '../guard'
import { textLink } from '../link/guard-link.server'
import { guardForm } from './guard-form'
import { findOwnGuard, requirePartner } from './own-guard.server'
import { insertGuard, readOwnGuard, readOwnGuards, updateGuard } from './own-guards-store.server'

const failure = 'Väktaren är inte sparad'
const strayId = refused(failure, { message: 'Ladda om sidan och försök igen.' })
const tooManyLinks = 'Det har skickats många SMS den senaste timmen. Vänta en stund och försök igen.'

/**
 * A partner adds a guard, who is sent a link at once. The form's id is the idempotency key: sent twice, it adds one
 * guard.
 */
export async function addGuard(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const company = await requirePartner(house.db, signedIn)
  const form = parseForm(guardForm, values, failure)
  if (!form.ok) return form
  const id = anId().safeParse(values.id)
  if (!id.success) return strayId
  const wrong = refuseNumber(house, form.value.phone)
  if (wrong) return wrong
  if (await readOwnGuard(house.db, company.id, id.data)) return accepted(null)
  if ((await readOwnGuards(house.db, company.id)).length >= mostGuards) {
    return refused(failure, { message: `Ni har redan ${mostGuards} väktare. Ta bort någon först.` })
  }
  if (!(await mayText(house, company.id))) return refused(failure, { message: tooManyLinks })
  const added = await withOnePhone(() =>
    house.db.transaction().execute(async (db) => {
      if (!(await insertGuard(db, company.id, id.data, form.value, house.clock.now()))) {
        // A concurrent request with the same form was first; or the id belongs to another company, and nothing is done.
        return (await readOwnGuard(db, company.id, id.data)) ? accepted(null) : strayId
      }
      await textLink({ ...house, db }, { id: id.data, companyId: company.id, phone: form.value.phone })
      return accepted(null)
    }),
  )
  house.wake('sms')
  return added
}

/** A partner changes a guard. A new number must be verified again, and gets a new link. */
export async function changeGuard(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  const own = await findOwnGuard(house.db, signedIn, values.id)
  if (isDeadEnd(own)) return own
  const { company, guard } = own
  const form = parseForm(guardForm, values, failure)
  if (!form.ok) return form
  const { phone } = form.value
  const isMoved = phone !== guard.phone
  const wrong = isMoved && refuseNumber(house, phone)
  if (wrong) return wrong
  if (isMoved && !(await mayText(house, company.id))) return refused(failure, { message: tooManyLinks })
  const changed = await withOnePhone(() =>
    house.db.transaction().execute(async (db) => {
      await updateGuard(db, company.id, guard.id, form.value)
      if (isMoved) await textLink({ ...house, db }, { id: guard.id, companyId: company.id, phone })
      return accepted(null)
    }),
  )
  house.wake('sms')
  return changed
}

/** A partner sends a guard a new link. The old link and browser lose access. */
export async function renewLink(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  const own = await findOwnGuard(house.db, signedIn, values.id)
  if (isDeadEnd(own)) return own
  const { company, guard } = own
  if (!(await mayText(house, company.id))) {
    return refused('Länken är inte skickad', { message: tooManyLinks })
  }
  await house.db.transaction().execute(async (db: Database) => {
    await textLink({ ...house, db }, { id: guard.id, companyId: company.id, phone: guard.phone })
  })
  house.wake('sms')
  return accepted(null)
}

/** Rate limit of links per company, and of all codes and links together (SMS_CODES_PER_HOUR). */
const mayText = async (house: House, companyId: string) =>
  (await mayTry(house, 'guard link', companyId)) && (await isWithinTotal(house))

/** Refuses a number that SMS are not sent to, since alarms and codes go there. */
function refuseNumber({ config }: House, phone: string): Refusal | null {
  const wrong = notTextable(phone, config.smsCountries)
  return wrong === null ? null : refused(failure, { fields: { phone: wrong } })
}

async function withOnePhone(write: () => Promise<Outcome<null>>): Promise<Outcome<null>> {
  try {
    return await write()
  } catch (error) {
    if (brokenConstraint(error) !== 'guards_one_per_phone') throw error
    return refused(failure, { fields: { phone: 'En annan av era väktare har det numret' } })
  }
}
