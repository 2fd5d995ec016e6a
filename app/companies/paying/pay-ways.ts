/** How a company takes payment for a job, by its own choice. The money goes to the company, when the job is done, and never through us. */
export type PayWays = {
  /** A company's own number, ten digits; null when it takes no Swish. */
  swishNumber: string | null
  card: boolean
  invoice: boolean
  cash: boolean
}

/** In the order they are said. */
export function payWayNames({ swishNumber, card, invoice, cash }: PayWays): string[] {
  const ways = [
    [swishNumber !== null, 'Swish'],
    [card, 'kort på plats'],
    [invoice, 'faktura'],
    [cash, 'kontanter'],
  ] as const
  return ways.flatMap(([takes, name]) => (takes ? [name] : []))
}

/** Before it is booked, and until it is done: to whom, when and how. */
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

/** A company's number in Swish: ten digits that begin with 123. A person's mobile number is none. */
export function readSwishNumber(typed: string): string | null {
  const digits = typed.replace(/[\s.-]/g, '')
  return /^123\d{7}$/.test(digits) ? digits : null
}
