import { z } from 'zod'
import { lockServiceToBook, type ServiceToBook } from '~/companies/public.server'
import { onlyMember } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { namesOf } from '~/shared/chosen'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { anId } from '~/shared/id'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { daysAfter } from '~/shared/time'
import { DAYS_AHEAD } from '../book/availability'
import { spokenDay } from '../book/day-words'
import { dayAt, shownStart } from '../book/open-days.server'
import { readHeldAhead } from '../book/read-times.server'
import { messages } from '../book/refusal-words'
import { EARLY_START } from '../withdrawal'
import { freeFor } from './free-times.server'
import { dayParts, MOST_WAITS } from './wait'
import { insertWait, readWaitsOf } from './wait-store.server'

const failure = 'Du står inte på väntelistan'

const waitForm = z
  .object({
    key: anId({ error: messages.gone }),
    service: anId({ error: messages.gone }),
    from: field.day('Välj från vilken dag'),
    to: field.day('Välj till vilken dag'),
    part: z.enum(namesOf(dayParts), { error: 'Välj när på dagen' }),
    early: field.ticked('Kryssa i rutan, så att du kan ta en tid som blir ledig inom 14 dagar.'),
  })
  .refine(({ from, to }) => from <= to, {
    path: ['to'],
    error: 'Den sista dagen är före den första',
    ...field.whenRight('from', 'to'),
  })

type WaitForm = z.output<typeof waitForm>

/**
 * A member joins the waiting list of a service that has no free time: `key`, `service`, `from`, `to`, `part` and
 * `early` = 'on'. Idempotent by `key`. Refused if a time is free already: the list must not serve to hold one.
 */
export async function askForTime(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  onlyMember(signedIn)
  const { person } = signedIn
  const form = parseForm(waitForm, values, failure)
  if (!form.ok) return form
  const { key, service: serviceId, from, to, part } = form.value
  return house.db.transaction().execute(async (db): Promise<Outcome<null>> => {
    const now = house.clock.now()
    const today = dayAt(now.getTime())
    const service = await lockServiceToBook(db, serviceId, person.postcode, daysAfter(today, -1))
    if (!service || service.owner_id === person.id) return refused(failure, { message: messages.gone })
    const waits = await readWaitsOf(db, person.id)
    if (waits.some(({ id }) => id === key)) return accepted(null)
    if (waits.some((wait) => wait.serviceId === serviceId)) {
      return refused('Du står redan på väntelistan', {
        message: 'Du väntar på en tid för tjänsten. Lämna väntelistan först, om du vill ha andra dagar.',
      })
    }
    if (waits.length >= MOST_WAITS) {
      return refused(failure, {
        message: `Du väntar redan på ${MOST_WAITS} tjänster. Lämna någon av väntelistorna först.`,
      })
    }
    const wrong = whyNotDays(form.value, today)
    if (wrong) return wrong
    const held = await readHeldAhead(db, service.company_id, now)
    const [free] = freeFor(form.value, service, held, now)
    if (free) return refused(failure, { message: freeAlready(service, free.start) })
    await insertWait(db, {
      id: key,
      customer_id: person.id,
      company_id: service.company_id,
      service_id: serviceId,
      service_title: service.title,
      from_day: from,
      to_day: to,
      part,
      early_start: EARLY_START,
      asked_at: now,
      // Free times were looked for just above.
      looked_at: now,
    })
    return accepted(null)
  })
}

function whyNotDays({ to }: WaitForm, today: string) {
  if (to < today) return refused(failure, { fields: { to: 'Den dagen har redan varit' } })
  if (to > daysAfter(today, DAYS_AHEAD)) {
    return refused(failure, { fields: { to: 'Så långt fram går det inte att boka än' } })
  }
  return null
}

const freeAlready = ({ title }: ServiceToBook, start: number) =>
  `Det finns en ledig tid för ${title} de dagarna: ${spokenDay(dayAt(start))} kl. ${shownStart(start).label}. Boka den direkt.`
