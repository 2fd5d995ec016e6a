import type { Database } from '~/platform/database/database.server'
import { readBusyCalendarsOf } from './calendar/busy-store.server'
import { categoryLabel } from './category'
import { readCompaniesWhole } from './company-store.server'
import { readPhotosWhole } from './photos/photo-store.server'

/** The companies' part of the export of a person's data (GDPR). Authorises nobody: the account's export does. */
export async function exportCompanies(db: Database, ownerId: string) {
  const companies = await readCompaniesWhole(db, ownerId)
  const ids = companies.map(({ id }) => id)
  const calendars = new Map((await readBusyCalendarsOf(db, ids)).map((one) => [one.companyId, one]))
  const photos = await readPhotosWhole(db, ids)
  return companies.map((company) => ({
    namn: company.name,
    organisationsnummer: company.org_number,
    momsregistreringsnummer: company.vat_number,
    kategori: categoryLabel(company.category),
    adress: company.address,
    postnummer: company.postcode,
    epost: company.email,
    telefon: company.phone,
    paket: company.plan,
    tipsadAv: company.referred_by_phone,
    presentation: company.bio,
    logotyp: company.logo_url,
    bilder: photos
      .filter(({ companyId }) => companyId === company.id)
      .map(({ url, alt, service, createdAt }) => ({ bild: url, visar: alt, tjänst: service, upplagd: createdAt })),
    trygghetspartner: company.is_security_partner,
    trygghetsstatus: company.security_status,
    trygghetsbidragKronor: company.security_contribution_cents / 100,
    betyg: company.rating,
    egenKalenderSparad: calendars.get(company.id)?.createdAt ?? null,
    egenKalenderLäst: calendars.get(company.id)?.readAt ?? null,
    registrerat: company.created_at,
    borttaget: company.deleted_at,
  }))
}
