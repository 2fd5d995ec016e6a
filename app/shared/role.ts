/** A person's role. Only member and company can sign up; admin is granted. */
export const roles = ['member', 'company', 'admin'] as const
export type Role = (typeof roles)[number]

/** The path where each role's own pages begin. */
export const areaOf = {
  member: '/dashboard/customer',
  company: '/dashboard/provider',
  admin: '/dashboard/admin',
} as const satisfies Record<Role, string>

/** An unknown value in the database counts as the role with the fewest rights. */
export function roleFrom(text: string | null | undefined): Role {
  return roles.find((role) => role === text) ?? 'member'
}

/** The states of a membership. */
export const memberStatuses = ['trial', 'active', 'free', 'past_due', 'ended'] as const
export type MemberStatus = (typeof memberStatuses)[number]
