import type { House } from '~/platform/house.server'
import { monthOf } from '~/shared/month'
import { formatPhone } from '~/shared/phone'
import { localTime } from './local-time.server'
import { openState, weekOf } from './opening-hours'
import { pictureVersion } from './picture-version.server'
import {
  readClosedPeriodsAhead,
  readCompanyForProfile,
  readOpeningHours,
  readOpenNeighbours,
  readServicesShown,
  readValidOffers,
} from './profile-store.server'

/** Everything a resident needs to choose. Open to everyone, so nothing here is for the owner's eyes alone. */
export async function readCompanyProfile({ db, clock }: Pick<House, 'db' | 'clock'>, id: string) {
  const moment = clock.now()
  const now = localTime(moment)
  const found = await readCompanyForProfile(db, id, monthOf(moment))
  if (!found) return 'unknown'
  const { is_gone: isGone, ...company } = found
  if (isGone) return 'gone'
  const [services, offers, hours, closed, neighbours] = await Promise.all([
    readServicesShown(db, id),
    readValidOffers(db, id, now.day),
    readOpeningHours(db, id),
    readClosedPeriodsAhead(db, id, now.day),
    readOpenNeighbours(db, company.postcode),
  ])
  return {
    company: { ...company, shownPhone: formatPhone(company.phone) },
    services,
    offers,
    hours,
    week: hours.length > 0 ? weekOf(hours, now.weekday) : [],
    openState: openState(hours, closed, now),
    closed,
    neighbours,
    pictureVersion: pictureVersion(company),
  }
}

export type CompanyProfile = Exclude<Awaited<ReturnType<typeof readCompanyProfile>>, string>
