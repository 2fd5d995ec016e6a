import { randomUUID } from 'node:crypto'
import { isFresh, readNames, readPerson } from '~/accounts/public.server'
import { auditLabel } from '~/audit/public'
import { readAudit, recordAudit } from '~/audit/public.server'
import { readOwnCompany } from '~/companies/public.server'
import { onlyAdmin } from '~/door/guard.server'
import { memberStatusLabels } from '~/membership/public'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { formatPostcode } from '~/postcodes/public'
import { notThere, type ReadBy } from '~/shared/outcome'
import { formatPhone } from '~/shared/phone'
import { roles } from '~/shared/role'
import { formatDay, formatMomentSeen } from '~/shared/time'
import { accountAge } from './account-age'
import { roleLabels } from './people-search'
import { whyNotRole } from './role/role-rule'

const mostHistory = 30

/**
 * An admin reads everything about a person, including what administrators did. Looking is itself written to the audit
 * log.
 */
export async function readPersonForAdmin({ db, clock }: House, signedIn: SignedIn, id: string) {
  onlyAdmin(signedIn)
  const person = await readPerson(db, id)
  if (!person) return notThere
  const company = await readOwnCompany(db, id)
  const now = clock.now()
  const subject = { kind: 'person' as const, id }
  await recordAudit(db, { at: now, actor: signedIn, deed: 'look at person', subject, before: {}, after: {} })
  const history = await readAudit(db, subject, mostHistory)
  const names = await readNames(db, [...new Set(history.flatMap(({ actorId }) => actorId ?? []))])
  const who = { emailVerified: person.emailVerified, hasCompany: company !== undefined }
  return {
    id,
    name: person.name,
    email: person.email,
    isVerified: person.emailVerified,
    phone: person.phone && { number: person.phone, shown: formatPhone(person.phone) },
    postcode: formatPostcode(person.postcode),
    role: person.role,
    /** The present role, and those that may be given. */
    mayBe: roles.filter((role) => role === person.role || whyNotRole(role, who) === null),
    roleLabel: roleLabels[person.role],
    status: person.role === 'member' && person.status ? memberStatusLabels[person.status] : null,
    hasSecondFactor: person.hasSecondFactor,
    joined: formatDay(person.joinedAt),
    age: accountAge(person.joinedAt, now),
    blocked: person.blockedAt && { since: formatMomentSeen(person.blockedAt, now), reason: person.blockedReason ?? '' },
    company: company ? { id: company.id, name: company.name, isPartner: company.is_security_partner } : null,
    isSelf: id === signedIn.person.id,
    isFresh: isFresh(signedIn, now),
    monthsKey: randomUUID(),
    history: history.map((entry) => ({
      id: entry.id,
      what: auditLabel(entry.deed),
      who: (entry.actorId && names.get(entry.actorId)) ?? 'Någon som har lämnat',
      when: formatMomentSeen(entry.at, now),
      reason: entry.reason,
    })),
  }
}

export type PersonForAdmin = ReadBy<typeof readPersonForAdmin>
