import type { Plan } from '~/companies/public'

/** Where a package stands in the directory's order, lowest first; the index `companies_directory` holds the same numbers. */
export const planRank = { base: 1, season: 2, sponsor: 3 } as const satisfies Record<Plan, number>
