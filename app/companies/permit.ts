/**
 * A guard company's permit, as an administrator has checked it. Days are text, "2026-11-20"; the last day of
 * a permit is a day it holds.
 */
export type Permit = { validUntil: string }

export function isPermitValid(permit: Permit | null, today: string): boolean {
  return permit !== null && permit.validUntil >= today
}

type Called = {
  isSecurityPartner: boolean
  securityStatus: string | null
  reviewState: string
  isGone: boolean
}

/**
 * Whether alarms may be sent to a company today: a partner, active, not hidden, with a permit that holds. The
 * status alone is not asked, since a permit runs out by itself at midnight.
 */
export function isDispatchable(company: Called, permit: Permit | null, today: string): boolean {
  return (
    company.isSecurityPartner &&
    company.securityStatus === 'active' &&
    company.reviewState !== 'hidden' &&
    !company.isGone &&
    isPermitValid(permit, today)
  )
}

/** Why a company gets no alarms, for the administrator who can do something about it; null when it gets them. */
export function whyNotDispatched(company: Called, permit: Permit | null, today: string): string | null {
  if (isDispatchable(company, permit, today)) return null
  if (company.isGone) return 'Företaget är borttaget.'
  if (!company.isSecurityPartner) return 'Företaget är inte trygghetspartner.'
  if (company.reviewState === 'hidden') return 'Företaget är dolt.'
  if (permit === null) return 'Inget tillstånd är kontrollerat.'
  if (!isPermitValid(permit, today)) return 'Tillståndet har gått ut.'
  return 'Paketet är inte aktiverat ännu.'
}
