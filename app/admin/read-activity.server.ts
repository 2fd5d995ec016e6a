import { readNewestPeople } from '~/accounts/public.server'
import { countRefusals, readDeeds } from '~/audit/public.server'
import { readNewestBookings } from '~/bookings/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { formatInstant } from '~/shared/time'
import { mostCounted } from './attention/attention-store.server'
import { some } from './attention/read-attention.server'
import { type HistoryRow, inWords } from './search-audit.server'

const shown = 10
const dayMs = 86_400_000

/**
 * For an administrator: the latest actions, accounts and bookings, and the number of refused attempts at admin pages.
 */
export async function readActivity({ db, clock }: House, signedIn: SignedIn) {
  onlyAdmin(signedIn)
  const [deeds, people, bookings, knocks] = await Promise.all([
    readDeeds(db, shown),
    readNewestPeople(db, shown),
    readNewestBookings(db, shown),
    countRefusals(db, new Date(clock.now().getTime() - dayMs), mostCounted),
  ])
  const all = [...(await inWords(db, deeds)), ...people.map(signedUp), ...bookings.map(booked)]
  return {
    lines: all.toSorted((one, other) => other.at.getTime() - one.at.getTime()).slice(0, shown),
    knocks: knocks === 0 ? null : some(knocks),
  }
}

const bare = { address: '', reason: null, changes: [] }

function signedUp({ id, name, at }: Awaited<ReturnType<typeof readNewestPeople>>[number]): HistoryRow {
  const subject = { kind: 'person', label: 'Användare', id, name }
  return { ...bare, id, at, when: formatInstant(at), what: 'Nytt konto', actor: { id, name }, subject }
}

type Booked = Awaited<ReturnType<typeof readNewestBookings>>[number]

function booked({ id, at, serviceTitle, customerId, customerName, companyId }: Booked): HistoryRow {
  const actor = customerId && { id: customerId, name: customerName ?? 'Någon som har lämnat' }
  const subject = { kind: 'company', label: 'Företag', id: companyId, name: null }
  return { ...bare, id, at, when: formatInstant(at), what: `Bokade ${serviceTitle}`, actor, subject }
}
