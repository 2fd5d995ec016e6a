import { z } from 'zod'
import { refuseStaleLogin } from '~/accounts/public.server'
import type { Asked } from '~/door/deed.server'
import { onlyAdmin } from '~/door/guard.server'
import { giveFreeMonths } from '~/membership/public.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { anId } from '~/shared/id'
import { accepted, type NotThere, type Outcome, refused } from '~/shared/outcome'
import { changePerson } from './change-person.server'
import { mailMonthsGiven } from './person-mails.server'

const failure = 'Inga månader är givna'
const monthsForm = z.object({
  // Idempotency key from the page: a form sent twice gives once.
  key: anId({ error: 'Ladda om sidan och försök igen' }),
  months: field.whole(1, 24, 'Skriv ett antal från 1 till 24'),
  reason: field.paragraph('Skriv varför', 1000),
})

/** An admin gives a member free months, with a reason. */
export async function givePersonMonths(asked: Asked, id: string): Promise<Outcome<null> | NotThere> {
  onlyAdmin(asked.signedIn)
  const form = parseForm(monthsForm, asked.values, failure)
  if (!form.ok) return form
  const stale = await refuseStaleLogin(asked, failure)
  if (stale) return stale
  const { key, months, reason } = form.value
  const { house } = asked
  const outcome = await changePerson(asked, { id, deed: 'give free months', reason }, async (db, person) => {
    const given = await giveFreeMonths(db, id, { months, source: 'admin', key, now: house.clock.now() })
    if (!given) return refused(failure, { message: 'Bara medlemmar kan få fria månader.' })
    if (!given.isNew) return accepted(null)
    await mailMonthsGiven(db, house.config.origin, person, months, given.freeUntil)
    return accepted({ before: {}, after: { months, freeUntil: given.freeUntil } })
  })
  house.wake('mail')
  return outcome
}
