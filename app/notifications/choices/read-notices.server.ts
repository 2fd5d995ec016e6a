import { readContact } from '~/accounts/public.server'
import { consents, howLabels, purposes } from '~/outbox/public'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { formatPhone } from '~/shared/phone'
import { formatDay, formatMomentSeen } from '~/shared/time'
import { readConsents } from './consent-store.server'
import { readSubscriptionsOf } from './push-store.server'
import { readSettings } from './settings-store.server'
import { topics, topicsOf } from './topics'

/** One's own notice settings, for the settings page. */
export async function readNotices(house: House, { person }: SignedIn) {
  const { db, push } = house
  const contact = await readContact(db, person.id)
  const settings = await readSettings(db, person.id)
  const browsers = await readSubscriptionsOf(db, { kind: 'person', id: person.id })
  const given = person.role === 'member' ? await readConsents(db, person.id) : []
  return {
    phone: contact?.phone ? formatPhone(contact.phone) : null,
    phoneIsVerified: contact?.verifiedPhone != null,
    topics: topicsOf(person.role).map((topic) => ({
      topic,
      ...topics[topic],
      sms: settings.smsTopics.includes(topic),
      push: settings.pushTopics.includes(topic),
    })),
    quiet: settings.quiet,
    pushKey: push.publicKey,
    browsers: browsers.map(({ id, device, endpoint, createdAt }) => ({
      id,
      device,
      endpoint,
      since: formatDay(createdAt),
    })),
    consents:
      person.role === 'member'
        ? purposes.map((purpose) => ({ purpose, ...consents[purpose], ...standing(given, purpose, house.clock.now()) }))
        : null,
  }
}

type Given = Awaited<ReturnType<typeof readConsents>>

/** Whether a consent is in force, and in words since when. */
function standing(given: Given, purpose: (typeof purposes)[number], now: Date) {
  const latest = given.find((consent) => consent.purpose === purpose)
  if (!latest) return { isGiven: false, since: null }
  const { givenAt, withdrawnAt, withdrawnHow } = latest
  if (withdrawnAt === null) return { isGiven: true, since: `Du sa ja ${formatMomentSeen(givenAt, now)}.` }
  const how = withdrawnHow ? ` ${howLabels[withdrawnHow]}` : ''
  return { isGiven: false, since: `Du tackade nej ${formatMomentSeen(withdrawnAt, now)}${how}.` }
}
