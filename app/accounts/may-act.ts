import type { Role } from '~/shared/role'

/** The properties of an account that decide what may be done in its name. */
export type Account = { role: Role; isBlocked: boolean }

/**
 * Whether an account may act in a role: be called, get in without a session, or have an earlier request carried out.
 * Check at the moment of use: an existing session, link, phone number or duty does not prove it.
 */
export function mayAct(account: Account, as: Role): boolean {
  return !account.isBlocked && account.role === as
}
