import { z } from 'zod'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { type WhyNotAsked, whyNotAsked } from '~/platform/http/stranger.server'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { formatMomentSeen } from '~/shared/time'
import { changeCompany, requireOwnCompany } from '../own-company.server'
import { deleteBusyCalendar, readBusyCalendar, replaceBusyCalendar } from './busy-store.server'
import type { Failure } from './look-at-calendars.server'

const failure = 'Länken är inte sparad'

const form = z.object({
  // Calendar programs write webcal(s) for the same https address.
  address: z
    .string({ error: 'Klistra in länken' })
    .trim()
    .min(1, 'Klistra in länken')
    .max(1000, 'Länken är för lång')
    .transform((text) => text.replace(/^webcals?:/i, 'https:')),
})

const whys: Record<WhyNotAsked, string> = {
  unreadable: 'Klistra in hela länken, som börjar med https:// eller webcal://',
  'not https': 'Länken behöver börja med https:// eller webcal://',
  'with a login': 'Länken har ett namn och lösenord i sig. Ta den hemliga länken i stället.',
  'odd port': 'Länken går till en plats som vi inte läser från',
  'not public': 'Länken behöver gå att nå från internet',
}

const failures: Record<Failure, string> = {
  'no answer': 'Kalendern svarar inte.',
  refused: 'Kalendern släpper inte in oss med den länken.',
  gone: 'Länken gäller inte längre.',
  'no calendar': 'Länken leder inte till någon kalender.',
  'too long': 'Kalendern är för stor för att läsas.',
  'not allowed': 'Länken går till en plats som vi inte läser från.',
  lost: 'Länken går inte att läsa längre hos oss. Klistra in den igen.',
}

/** An owner sets the address of their company's own calendar. It is read within a minute. */
export async function saveBusyCalendar(
  { db, clock, config, keys }: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const company = await requireOwnCompany(db, signedIn)
  const read = parseForm(form, values, failure)
  if (!read.ok) return read
  const { address } = read.value
  const why = whyNotAsked(address, { loopback: config.mode === 'demo' })
  if (why) return refused(failure, { fields: { address: whys[why] } })
  if (new URL(address).host === new URL(config.origin).host) {
    return refused(failure, { fields: { address: 'Det är vår egen länk. Klistra in den från er kalender.' } })
  }
  const sealed = keys.seal('busy calendar', address)
  // Two tabs at once are serialised, and the last one wins.
  return changeCompany(db, company.id, failure, async (trx) => {
    await replaceBusyCalendar(trx, company.id, sealed, clock.now())
    return accepted(null)
  })
}

/** Removes the calendar with the busy times that were read from it, so those times can be booked again. */
export async function removeBusyCalendar({ db }: House, signedIn: SignedIn): Promise<Outcome<null>> {
  const company = await requireOwnCompany(db, signedIn)
  await deleteBusyCalendar(db, company.id)
  return accepted(null)
}

/** The state of the calendar, for its owner. The address is a secret, so only its host is shown. */
export async function readBusyShown({ db, keys, clock }: Pick<House, 'db' | 'keys' | 'clock'>, signedIn: SignedIn) {
  const company = await requireOwnCompany(db, signedIn)
  const calendar = await readBusyCalendar(db, company.id)
  if (!calendar) return null
  const address = keys.open('busy calendar', calendar.sealed)
  return {
    host: address && new URL(address).host,
    readAt: calendar.readAt && formatMomentSeen(calendar.readAt, clock.now()),
    failing: calendar.failingSince && {
      since: formatMomentSeen(calendar.failingSince, clock.now()),
      why: failures[calendar.failure as Failure] ?? failures['no answer'],
    },
    unread: calendar.unread,
  }
}

export type BusyShown = Awaited<ReturnType<typeof readBusyShown>>
