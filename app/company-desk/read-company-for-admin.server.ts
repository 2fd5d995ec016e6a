import { readNames, readPerson } from '~/accounts/public.server'
import { auditLabel } from '~/audit/public'
import { readAudit } from '~/audit/public.server'
import { readCentreForAdmin } from '~/centres/public.server'
import { categoryLabel, isPermitValid, mayReview, orgNumberHint } from '~/companies/public'
import { readCallStanding, readPermit, readPhotosWhole, readWhole } from '~/companies/public.server'
import { onlyAdmin } from '~/door/guard.server'
import { readSystems } from '~/integrations/public.server'
import { readRewardForAdmin } from '~/membership/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { formatPostcode } from '~/postcodes/public'
import { notThere, type ReadBy } from '~/shared/outcome'
import { formatPhone } from '~/shared/phone'
import { dayOf, formatDate, formatDay, formatMomentSeen } from '~/shared/time'
import { readSlotsForAdmin } from '~/sponsorship/public.server'

const mostHistory = 30

/** An admin reads a company's whole record, and what can be done about it. */
export async function readCompanyForAdmin(house: House, signedIn: SignedIn, id: string) {
  onlyAdmin(signedIn)
  const { db, clock } = house
  const row = await readWhole(db, id)
  if (!row) return notThere
  const permit = (await readPermit(db, id)) ?? null
  const history = await readAudit(db, { kind: 'company', id }, mostHistory)
  const people = [row.owner_id, permit?.checkedBy, ...history.map(({ actorId }) => actorId)]
  const names = await readNames(db, [...new Set(people.filter((person) => person != null))])
  const nameOf = (person: string | null) => (person && names.get(person)) ?? 'Någon som har lämnat'
  const now = clock.now()
  const owner = row.owner_id === null ? undefined : await readPerson(db, row.owner_id)
  const blocked = owner?.blockedAt ? formatMomentSeen(owner.blockedAt, now) : null
  const today = dayOf(now)
  const isGone = row.deleted_at !== null
  const { proposed_name: askedName, proposed_org_number: askedNumber } = row
  const asked = askedName !== null && askedNumber !== null ? { name: askedName, orgNumber: askedNumber } : null
  const reviewed = { state: row.review_state, isGone, asks: asked !== null }
  const standing = await readCallStanding(db, id, now)
  const { applications, planInWords } = await readSlotsForAdmin(house, signedIn, id)
  return {
    id,
    systems: await readSystems(db, id),
    name: row.name,
    state: row.review_state,
    isGone,
    hiddenReason: row.hidden_reason,
    /** The name or number that the company asks for. */
    asked: asked && { ...asked, orgNumberHint: orgNumberHint(asked.orgNumber) },
    /** The version of the names on this page. An approval is for that version only. */
    seen: row.name_version,
    may: {
      approve: mayReview(reviewed, 'approve'),
      decline: mayReview(reviewed, 'decline'),
      hide: mayReview(reviewed, 'hide'),
      restore: mayReview(reviewed, 'restore'),
    },
    record: {
      orgNumber: row.org_number,
      orgNumberHint: orgNumberHint(row.org_number),
      category: categoryLabel(row.category),
      address: `${row.address}, ${formatPostcode(row.postcode)}`,
      email: row.email,
      phone: { number: row.phone, shown: formatPhone(row.phone) },
      owner:
        row.owner_id === null
          ? null
          : { id: row.owner_id, name: nameOf(row.owner_id), blocked, isCompany: owner?.role === 'company' },
      plan: planInWords,
      bio: row.bio,
      fTaxStated: row.f_tax_stated,
      insuranceStated: row.insurance_stated,
      referredBy: row.referred_by_phone && formatPhone(row.referred_by_phone),
      joined: formatDay(row.created_at),
      deleted: row.deleted_at && formatDay(row.deleted_at),
    },
    security: {
      isPartner: row.is_security_partner,
      whyNot: standing.whyNotCalled,
      today,
      permit: permit && {
        number: permit.number,
        kind: permit.kind,
        company: `${permit.name}, ${permit.orgNumber}`,
        isForThese: permit.name === row.name && permit.orgNumber === row.org_number,
        areas: permit.areas.map(formatPostcode),
        validUntil: permit.validUntil,
        until: formatDate(permit.validUntil),
        isValid: isPermitValid(permit, today),
        centre: permit.centre && {
          ...permit.centre,
          until: formatDate(permit.centre.validUntil),
          isValid: isPermitValid(permit.centre, today),
        },
        checkedAt: permit.checkedAt.toISOString(),
        checked: `${nameOf(permit.checkedBy)}, ${formatDay(permit.checkedAt)}`,
      },
    },
    photos: await readPhotosWhole(db, [id]),
    centre: await readCentreForAdmin(house, signedIn, id),
    reward: await readRewardForAdmin(house, signedIn, id),
    applications,
    history: history.map((entry) => ({
      id: entry.id,
      what: auditLabel(entry.deed),
      who: nameOf(entry.actorId),
      when: formatMomentSeen(entry.at, now),
      reason: entry.reason,
    })),
  }
}

export type CompanyForAdmin = ReadBy<typeof readCompanyForAdmin>
