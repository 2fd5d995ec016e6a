import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { anId } from '~/shared/id'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { formatDate } from '~/shared/time'
import { changeCompany, requireOwnCompany } from '../own-company.server'
import { closedDaysForm, mostClosedDays } from './closed-days'
import { deleteClosedDays, insertClosedDays, readClosedDays } from './hours-store.server'
import { localTime } from './local-time.server'
import { holidaysFrom } from './public-holidays'

const failure = 'Dagarna är inte sparade'

/** An owner closes days on which their company takes no jobs. Idempotent: the same days are stored once. */
export async function addClosedDays(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const company = await requireOwnCompany(house.db, signedIn)
  const today = localTime(house.clock.now()).day
  const form = parseForm(closedDaysForm(today, twoYearsAfter(today)), values, failure)
  if (!form.ok) return form
  const { from, to } = form.value
  return changeCompany(house.db, company.id, failure, async (db) => {
    const planned = await readClosedDays(db, company.id, today)
    if (planned.some((days) => days.from === from && days.to === to)) return accepted(null)
    if (planned.length >= mostClosedDays) {
      return refused(failure, { message: `Ni har redan ${mostClosedDays} stängda perioder. Ta bort någon först.` })
    }
    // Closing days cancels no booking. The owner must confirm that the bookings stand, and settle each with its
    // customer.
    const booked = await house.above.readBookedOn(db, company.id, from, to)
    const message = booked.length > 0 ? overlapWords(booked) : null
    // The form names the bookings that were confirmed. If another booking came meanwhile (race), it is asked again.
    if (message !== null && !(values.seen === 'on' && values.named === message)) {
      return refused(failure, { message, fields: { seen: 'Bekräfta att bokningarna står kvar' } })
    }
    await insertClosedDays(db, company.id, form.value)
    return accepted(null)
  })
}

/**
 * An owner closes public holidays of the coming year: `day` for one, all remaining ones without it. A day with bookings
 * is not closed by one press: the owner reads the bookings first, as for any other day.
 */
export async function closeHolidays(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const company = await requireOwnCompany(house.db, signedIn)
  const today = localTime(house.clock.now()).day
  const asked = holidaysFrom(today).filter(({ day }) => !values.day || day === values.day)
  return changeCompany(house.db, company.id, failure, async (db) => {
    const planned = await readClosedDays(db, company.id, today)
    const left = asked.filter(({ day }) => !isClosedOn(day, planned))
    if (planned.length + left.length > mostClosedDays) {
      return refused(failure, { message: `Ni kan ha högst ${mostClosedDays} stängda perioder. Ta bort någon först.` })
    }
    const booked: string[] = []
    for (const { day, name } of left) {
      if ((await house.above.readBookedOn(db, company.id, day, day)).length > 0)
        booked.push(`${name} ${formatDate(day)}`)
      else await insertClosedDays(db, company.id, { from: day, to: day, reason: name, note: '' })
    }
    if (left.length > booked.length || left.length === 0) return accepted(null)
    return refused(failure, {
      message: `Då är ni redan bokade: ${booked.join('; ')}. Stäng under Stängda dagar, så ser ni vad som står kvar.`,
    })
  })
}

/** The holidays of the coming year, each with whether it is closed already. */
export function holidaysShown(today: string, planned: readonly { from: string; to: string }[]) {
  return holidaysFrom(today).map((holiday) => ({ ...holiday, isClosed: isClosedOn(holiday.day, planned) }))
}

const isClosedOn = (day: string, planned: readonly { from: string; to: string }[]) =>
  planned.some(({ from, to }) => from <= day && day <= to)

/** Deletes a closed period. Without effect if it is gone already or another company's. */
export async function removeClosedDays(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const company = await requireOwnCompany(house.db, signedIn)
  const id = anId().safeParse(values.id)
  if (id.success) await deleteClosedDays(house.db, company.id, id.data)
  return accepted(null)
}

const mostNamed = 10

function overlapWords(booked: readonly string[]): string {
  const more = booked.length > mostNamed ? ` och ${booked.length - mostNamed} till` : ''
  return `De dagarna är ni redan bokade: ${booked.slice(0, mostNamed).join('; ')}${more}. Bokningarna står kvar tills ni flyttar eller avbokar dem.`
}

function twoYearsAfter(day: string): string {
  return Temporal.PlainDate.from(day).add({ years: 2 }).toString()
}
