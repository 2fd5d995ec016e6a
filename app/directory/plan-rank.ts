import type { Plan } from '~/companies/public'

/** Sort rank of each plan in the directory, ascending. Must equal the numbers in the index `companies_directory`. */
export const planRank = { base: 1, season: 2, sponsor: 3 } as const satisfies Record<Plan, number>
