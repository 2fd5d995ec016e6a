import type { Plan } from '~/companies/public'
import { chosen } from '~/shared/chosen'
import type { Role } from '~/shared/role'

/** Apart from the schemas of the forms (sign-up.ts), which the overview in the browser has no use for. */

/** Where a package's months are applied for. */
export const applyAt = {
  base: null,
  sponsor: '/sponsor/apply',
  season: '/season/apply',
} as const satisfies Record<Plan, string | null>

/** Where a link to sign-up leads somebody who has an account: a company that chose a package goes to its months. */
export function addressWithAccount(role: Role, plan: string | null): string {
  return (role === 'company' && chosen(applyAt, plan)) || '/dashboard'
}

/** Where a new account goes. The overview of a company that chose a package leads to its months (`chosenPackage`). */
export const addressAfterSignUp = (plan: string | null): string =>
  chosen(applyAt, plan) ? `/dashboard?paket=${plan}` : '/dashboard'

/** The dearer package that a company on the base package chose when it signed up. */
export function chosenPackage(query: URLSearchParams, plan: Plan): Exclude<Plan, 'base'> | null {
  const wanted = query.get('paket')
  return plan === 'base' && (wanted === 'sponsor' || wanted === 'season') ? wanted : null
}
