import { openState, sellerOf, weekOf } from '~/companies/public'
import {
  localTime,
  readClosedDays,
  readCompanyForProfile,
  readOpeningHours,
  readPhotosOf,
  readPictured,
  readServicesShown,
  readValidOffers,
} from '~/companies/public.server'
import type { House } from '~/platform/house.server'
import { readPostcode } from '~/postcodes/public.server'
import { monthOf } from '~/shared/month'
import { gone, notThere, type ReadBy } from '~/shared/outcome'
import { formatPhone } from '~/shared/phone'
import { noBadges } from '~/sponsorship/public'
import { isPaidOffer, readBadges } from '~/sponsorship/public.server'
import { pictureVersion } from './share/picture-version.server'

/** Who reads the profile. Only the owner sees a hidden company, as it looked to everybody. */
export type ProfileReader = 'anybody' | 'signed in' | 'owner'

/**
 * Everything a resident needs to choose a company. Public, so it must contain nothing private. A sole trader's number,
 * which is a personal number, is included only for logged-in readers.
 */
export async function readCompanyProfile(
  { db, clock }: Pick<House, 'db' | 'clock'>,
  id: string,
  reader: ProfileReader = 'anybody',
) {
  const moment = clock.now()
  const now = localTime(moment)
  const found = await readCompanyForProfile(db, id, moment)
  if (!found) return notThere
  const { is_gone: isGone, org_number, vat_number, f_tax_stated, ...company } = found
  if (isGone && reader !== 'owner') return gone
  const [services, offers, hours, closed, postcode, badges, photos] = await Promise.all([
    readServicesShown(db, id),
    readValidOffers(db, id, now.day, isPaidOffer),
    readOpeningHours(db, id),
    readClosedDays(db, id, now.day),
    readPostcode(db, company.postcode),
    readBadges(db, [id], monthOf(moment)),
    readPhotosOf(db, id, null),
  ])
  const area = postcode?.name ?? null
  return {
    company: { ...company, area, badges: badges[id] ?? noBadges, shownPhone: formatPhone(company.phone) },
    isHidden: isGone,
    seller: sellerOf(
      { name: company.name, org_number, vat_number, f_tax_stated },
      reader === 'anybody' ? reader : 'signed in',
    ),
    photos,
    services,
    offers,
    hours,
    week: hours.length > 0 ? weekOf(hours, now.weekday) : [],
    openState: openState(hours, closed, now),
    closed,
    // Without opening hours no time can be offered (see isBookable in companies).
    isBookable: services.length > 0 && hours.length > 0,
    pictureVersion: pictureVersion({ ...company, area }),
  }
}

export type CompanyProfile = ReadBy<typeof readCompanyProfile>

/** What the picture for shared links shows of a company. */
export async function readPicturedCompany({ db }: Pick<House, 'db'>, id: string) {
  const found = await readPictured(db, id)
  if (!found) return notThere
  if (found.is_gone) return gone
  const postcode = await readPostcode(db, found.postcode)
  return { name: found.name, category: found.category, area: postcode?.name ?? null }
}
