import { z } from 'zod'
import { lockAdmins, refuseStaleLogin } from '~/accounts/public.server'
import { readOwnCompany } from '~/companies/public.server'
import type { Asked } from '~/door/deed.server'
import { onlyAdmin } from '~/door/guard.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, type NotThere, type Outcome, refused } from '~/shared/outcome'
import { roles } from '~/shared/role'
import { changePerson } from '../change-person.server'
import { mailRoleChanged } from '../person-mails.server'
import { enterRole } from './enter-role.server'
import { type Bound, leaveRole } from './leave-role.server'
import { whyNotRole } from './role-rule'

const failure = 'Rollen är inte ändrad'
const roleForm = z.object({
  role: z.enum(roles, { error: 'Välj en roll' }),
  reason: field.paragraph('Skriv varför', 1000),
})

/**
 * An admin changes another person's role. At least one admin must remain. The company role needs a company, and a
 * company with bookings ahead keeps its owner. A member whose alarm or walk home is open, or who has bookings ahead,
 * stays a member, because only members reach the pages that end them; whoever no longer is one is asked for no more
 * money. More than a member's role needs a proven email address. Revokes all of the person's sessions and other access.
 */
export async function changeRole(asked: Asked, id: string): Promise<Outcome<null> | NotThere> {
  onlyAdmin(asked.signedIn)
  const form = parseForm(roleForm, asked.values, failure)
  if (!form.ok) return form
  const stale = await refuseStaleLogin(asked, failure)
  if (stale) return stale
  const { role, reason } = form.value
  const { house, signedIn } = asked
  if (id === signedIn.person.id) {
    return refused(failure, { message: 'Du kan inte ändra din egen roll. Be en annan administratör.' })
  }
  const outcome = await changePerson(asked, { id, deed: 'change role', reason }, async (db, person) => {
    if (person.role === role) return accepted(null)
    const hasCompany = (await readOwnCompany(db, id)) !== undefined
    const whyNot = whyNotRole(role, { emailVerified: person.emailVerified, hasCompany })
    if (whyNot !== null) return refused(failure, { fields: { role: whyNot } })
    if (person.role === 'admin' && (await lockAdmins(db)).length === 1) {
      return refused(failure, { message: 'Det måste finnas minst en administratör.' })
    }
    const bound = await leaveRole(db, person, house.clock.now())
    if (bound) return refused(failure, { message: whyBound(bound) })
    const membership = await enterRole({ ...house, db }, person, role)
    await mailRoleChanged(db, house.config, person, { role, membership })
    return accepted({ before: { role: person.role }, after: { role } })
  })
  house.wake('mail')
  return outcome
}

const bookings = (count: number) => (count === 1 ? 'en bokning' : `${count} bokningar`)

function whyBound(bound: Bound): string {
  switch (bound.by) {
    // Does not say which of the two: who is on their way home alone is nobody else's business.
    case 'alarm or walk':
      return 'Personen har ett larm eller en hemfärd som pågår, och det går bara att avsluta som boende. Ändra rollen när det är över.'
    case 'own bookings':
      return `Personen har ${bookings(bound.count)} kvar, och det går bara att avboka som boende. Ändra rollen när de är gjorda eller avbokade.`
    case 'bookings of the company':
      return `Företaget har ${bookings(bound.count)} kvar, och någon måste svara för dem. Ändra rollen när de är gjorda eller avbokade.`
  }
}
