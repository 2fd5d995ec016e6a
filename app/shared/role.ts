/** Who somebody is to the product. Only member and company can be signed up for; admin is granted. */
export const roles = ['member', 'company', 'admin'] as const
export type Role = (typeof roles)[number]

/** Where each role's own area begins. */
export const areaOf = {
  member: '/dashboard/customer',
  company: '/dashboard/provider',
  admin: '/dashboard/admin',
} as const satisfies Record<Role, string>

/** An unknown word in the database is the role with the least reach. */
export function roleFrom(text: string | null | undefined): Role {
  return roles.find((role) => role === text) ?? 'member'
}

/** How a member's membership stands. */
export const memberStatuses = ['trial', 'active', 'free', 'past_due', 'ended'] as const
export type MemberStatus = (typeof memberStatuses)[number]
