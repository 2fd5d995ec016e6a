import type { Role } from '~/shared/role'

/** How a reporter is addressed: a company as several people. */
export type You = 'du' | 'ni'

export const youOf = (role: Role | undefined): You => (role === 'company' ? 'ni' : 'du')
