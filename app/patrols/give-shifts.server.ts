import { recordAudit } from '~/audit/public.server'
import { type OwnCompany, readAreas, readCallStanding, readPartnersAround } from '~/companies/public.server'
import { onlyAdmin } from '~/door/guard.server'
import { requirePartner } from '~/guards/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { anId } from '~/shared/id'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { letGoOfShift, readShift, setShiftPartner, takeAllFreeShifts, takeFreeShift } from './shift-store.server'

type Values = Record<string, string>

const notTaken = 'Passet är inte ert'

/** A partner takes a free shift in one of its areas. Of concurrent requests one succeeds. */
export async function takeShift(house: House, signedIn: SignedIn, values: Values): Promise<Outcome<null>> {
  const company = await requirePartner(house.db, signedIn)
  const cannot = await whyNotWalk(house, company)
  if (cannot) return cannot
  const id = anId().safeParse(values.shift)
  const taken = id.success && (await takeFreeShift(house.db, company.id, id.data, house.clock.now()))
  if (!taken) return refused(notTaken, { message: 'Någon annan hann före, eller så är passet slut.' })
  tell(house, company, [taken])
  return accepted(null)
}

/** A partner takes every planned free shift in its areas. */
export async function takeAllShifts(house: House, signedIn: SignedIn): Promise<Outcome<null>> {
  const company = await requirePartner(house.db, signedIn)
  const cannot = await whyNotWalk(house, company)
  if (cannot) return cannot
  await takeAllFreeShifts(house.db, company.id, house.clock.now())
  tell(house, company, await readAreas(house.db, company.id))
  return accepted(null)
}

/** A partner hands a shift back, unless it has begun. */
export async function handBackShift(house: House, signedIn: SignedIn, values: Values): Promise<Outcome<null>> {
  const company = await requirePartner(house.db, signedIn)
  const id = anId().safeParse(values.shift)
  const gone = id.success && (await letGoOfShift(house.db, company.id, id.data, house.clock.now()))
  if (!gone) {
    return refused('Passet är kvar', { message: 'Ett pass som har börjat går inte att lämna tillbaka.' })
  }
  tell(house, company, [gone])
  return accepted(null)
}

async function whyNotWalk(house: House, company: OwnCompany) {
  const { whyNotCalled } = await readCallStanding(house.db, company.id, house.clock.now())
  return whyNotCalled === null ? null : refused(notTaken, { message: whyNotCalled })
}

function tell(house: House, company: Pick<OwnCompany, 'id'>, postcodes: readonly string[]) {
  const there = postcodes.map((postcode) => `postcode:${postcode}` as const)
  house.live.tell({ to: [`company:${company.id}`, ...there, 'admin'], about: 'patrols' })
}

/**
 * An administrator assigns a shift to a partner there or in a neighbouring postcode, or to nobody. Not after a guard
 * has checked in.
 */
export async function assignShift(house: House, signedIn: SignedIn, values: Values): Promise<Outcome<null>> {
  onlyAdmin(signedIn)
  const failure = 'Passet är inte ändrat'
  const now = house.clock.now()
  const id = anId().safeParse(values.shift)
  const shift = id.success ? await readShift(house.db, id.data, now) : null
  if (!shift) return refused(failure, { message: 'Passet finns inte längre.' })
  const companyId = values.company || null
  const partners = await readPartnersAround(house.db, shift.postcode, now)
  if (companyId !== null && !partners.some((partner) => partner.id === companyId)) {
    return refused(failure, { message: 'Företaget får inte gå pass här just nu.' })
  }
  const isGiven = await house.db.transaction().execute(async (db) => {
    if (!(await setShiftPartner(db, shift.id, companyId, now))) return false
    await recordAudit(db, {
      at: now,
      actor: signedIn,
      deed: 'assign shift',
      subject: { kind: 'postcode', id: shift.postcode },
      before: { day: shift.day, company: shift.companyName },
      after: { day: shift.day, company: partners.find((partner) => partner.id === companyId)?.name ?? null },
    })
    return true
  })
  if (!isGiven) return refused(failure, { message: 'Passet har redan gåtts, eller är slut.' })
  const companies = [shift.companyId, companyId].filter((company) => company !== null)
  house.live.tell({
    to: [...companies.map((company) => `company:${company}` as const), `postcode:${shift.postcode}`, 'admin'],
    about: 'patrols',
  })
  return accepted(null)
}
