import { formatOre } from '~/shared/money'

/** What a member has read of a service before they press. */
export type Terms = { customerPaysOre: number; durationMin: number; freeCancelHours: number }

/** As the form carries it: to be compared, never to be charged. */
export function seenTerms({ customerPaysOre, durationMin, freeCancelHours }: Terms): string {
  return `${customerPaysOre} ${durationMin} ${freeCancelHours}`
}

/** What whoever saw other terms is told before they are asked again; null when they saw these. */
export function changedSince(seen: string, terms: Terms): string | null {
  if (seen === seenTerms(terms)) return null
  const [ore, minutes] = seen.split(' ')
  const now = formatOre(terms.customerPaysOre)
  const again = 'Ingenting är bokat än. Tryck en gång till om du vill boka.'
  if (!/^\d{1,9} \d{1,4} \d{1,4}$/.test(seen)) return `Du betalar ${now}. ${again}`
  if (Number(ore) !== terms.customerPaysOre) {
    return `Priset har ändrats sedan du öppnade sidan. Du såg ${formatOre(Number(ore))}, nu är det ${now}. ${again}`
  }
  return Number(minutes) === terms.durationMin
    ? `Företaget har ändrat till när det är fritt att avboka. Läs det nya vid knappen. ${again}`
    : `Jobbet tar nu ${terms.durationMin} minuter, inte ${minutes}. ${again}`
}
