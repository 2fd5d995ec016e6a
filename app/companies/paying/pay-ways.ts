/**
 * How a company is paid for a job, by its own choice. The customer pays the company directly once the job is done; the
 * money never passes through us.
 */
export type PayWays = {
  /** The company's own Swish number, ten digits; null if it takes no Swish. */
  swishNumber: string | null
  card: boolean
  invoice: boolean
  cash: boolean
}

/** The names in the order in which they are shown. */
export function payWayNames({ swishNumber, card, invoice, cash }: PayWays): string[] {
  const ways = [
    [swishNumber !== null, 'Swish'],
    [card, 'kort på plats'],
    [invoice, 'faktura'],
    [cash, 'kontanter'],
  ] as const
  return ways.flatMap(([takes, name]) => (takes ? [name] : []))
}

/** The payment terms, shown before booking and until the job is done: to whom, when and how. */
export function payRule(companyName: string, ways: PayWays): string {
  const names = payWayNames(ways)
  const first = `Du betalar till ${companyName} när jobbet är gjort`
  return names.length === 0 ? `${first}. Fråga dem hur de tar betalt.` : `${first}, med ${eitherOf(names)}.`
}

/** "Swish, kort på plats eller faktura" */
export function eitherOf(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} eller ${last}`
}

/**
 * Parses a company's Swish number: ten digits that begin with 123. Null otherwise, also for a person's mobile number.
 */
export function readSwishNumber(typed: string): string | null {
  const digits = typed.replace(/[\s.-]/g, '')
  return /^123\d{7}$/.test(digits) ? digits : null
}
