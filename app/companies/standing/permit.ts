/**
 * A guard company's permit as an administrator has checked it: for the company under that name and number, in those
 * postcodes. Days are text, "2026-11-20"; the last day is inclusive.
 */
export type Permit = { validUntil: string; name: string; orgNumber: string; areas: readonly string[] }

/** The certificate of the company's alarm receiving centre, as an administrator has seen it. */
export type CentrePapers = { class: string; certifier: string; certificate: string; validUntil: string }

export function isPermitValid(permit: Pick<Permit, 'validUntil'> | null, today: string): boolean {
  return permit !== null && permit.validUntil >= today
}

export type Called = {
  /** The approved name and number. */
  name: string
  orgNumber: string
  isSecurityPartner: boolean
  securityStatus: string | null
  reviewState: string
  isGone: boolean
  /** The owner's account is neither blocked nor in another role (accounts). */
  ownerMayAct: boolean
}

/**
 * Whether alarms may be sent to a company today: an active partner, approved, with an owner who may act, and a valid
 * permit for this name and number that has areas. Never decided by the stored status alone, since a permit expires at
 * midnight without any write.
 */
export function isDispatchable(company: Called, permit: Permit | null, today: string): boolean {
  return whyNotDispatched(company, permit, today) === null
}

/** Whether alarms from this postcode may be sent to the company. Decided by its areas, never by its own address. */
export function isCalledIn(company: Called, permit: Permit | null, postcode: string, today: string): boolean {
  return (permit?.areas.includes(postcode) ?? false) && isDispatchable(company, permit, today)
}

/** Why a company gets no alarms, for those who can change it; null if it gets them. */
export function whyNotDispatched(company: Called, permit: Permit | null, today: string): string | null {
  if (company.isGone) return 'Företaget är borttaget.'
  if (!company.isSecurityPartner) return 'Företaget är inte trygghetspartner.'
  if (company.reviewState === 'hidden') return 'Företaget är dolt.'
  if (company.reviewState !== 'approved') return 'Företaget väntar på granskning.'
  if (!company.ownerMayAct) return 'Ägarens konto får inte användas.'
  if (permit === null) return 'Inget tillstånd är kontrollerat.'
  if (!isPermitValid(permit, today)) return 'Tillståndet har gått ut.'
  if (permit.name !== company.name || permit.orgNumber !== company.orgNumber) {
    return 'Tillståndet är kontrollerat för ett annat namn eller organisationsnummer.'
  }
  if (permit.areas.length === 0) return 'Inget område är bestämt.'
  if (company.securityStatus !== 'active') return 'Tillståndet är inte i bruk än. Spara det igen.'
  return null
}
