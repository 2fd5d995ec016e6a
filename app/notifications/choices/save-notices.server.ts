import { z } from 'zod'
import { purposes } from '~/outbox/public'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import type { ChosenChannel } from '~/shared/channel'
import { box, whole } from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { giveConsent, withdrawConsents } from './consent-store.server'
import { upsertSettings } from './settings-store.server'
import { topicsOf } from './topics'

const notSaved = 'Valen är inte sparade'
const hour = whole(0, 23, 'Välj en hel timme')
const quietForm = z.object({ quietFrom: hour, quietUntil: hour })

/** Saves one's own topics by SMS and push, and quiet hours. */
export async function saveNotices(
  house: House,
  { person }: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const form = parseForm(quietForm, values, notSaved)
  if (!form.ok) return form
  const offered = topicsOf(person.role)
  const chosen = (way: ChosenChannel) => offered.filter((topic) => values[`${way}-${topic}`] === 'on')
  const settings = {
    smsTopics: [...chosen('sms')],
    pushTopics: [...chosen('push')],
    quiet: { from: form.value.quietFrom, until: form.value.quietUntil },
  }
  await upsertSettings(house.db, person.id, settings, house.clock.now())
  return accepted(null)
}

const consentForm = z.object({ safety_sms: box, offers_sms: box })

/** Saves a member's consents; each is independent. */
export async function saveConsents(
  house: House,
  { person }: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  if (person.role !== 'member') return refused(notSaved, { message: 'Det är boende som får SMS till kvarteret.' })
  const form = parseForm(consentForm, values, notSaved)
  if (!form.ok) return form
  const now = house.clock.now()
  await house.db.transaction().execute(async (db) => {
    for (const purpose of purposes) {
      if (form.value[purpose]) await giveConsent(db, person.id, purpose, now)
      else await withdrawConsents(db, [person.id], [purpose], 'page', now)
    }
  })
  return accepted(null)
}
