import type { Role } from '~/shared/role'

/** An account as far as it decides what may be done in its name. */
export type Account = { role: Role; isBlocked: boolean }

/**
 * Whether an account may act in a role: be called, let in without a session, or have its earlier word carried out.
 * Asked at that moment; a session, a link, a number or a duty from before proves nothing about it.
 */
export function mayAct(account: Account, as: Role): boolean {
  return !account.isBlocked && account.role === as
}
