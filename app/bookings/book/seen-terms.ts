import { formatDuration, type ServicePlace, servicePlaces } from '~/companies/public'
import { formatOre } from '~/shared/money'

/** The terms of a service as the page shows them before booking. */
export type Terms = { customerPaysOre: number; durationMin: number; freeCancelHours: number; place: ServicePlace }

/** The current terms of a service at the price that this member pays. */
export function termsOf(
  service: { duration_min: number; free_cancel_hours: number; place: ServicePlace },
  { customerPaysOre }: { customerPaysOre: number },
): Terms {
  return {
    customerPaysOre,
    durationMin: service.duration_min,
    freeCancelHours: service.free_cancel_hours,
    place: service.place,
  }
}

/** The terms as the form posts them back. Only compared with the current ones, never charged. */
export function seenTerms({ customerPaysOre, durationMin, freeCancelHours, place }: Terms): string {
  return `${customerPaysOre} ${durationMin} ${freeCancelHours} ${place}`
}

const between = ' + '

/** The same for all services of a visit, in their order. */
export const seenOfVisit = (terms: readonly Terms[]) => terms.map(seenTerms).join(between)

/** The same for a visit: the first change of any service, with the service's name if there are several. */
export function changedInVisit(seen: string, services: readonly { title: string; terms: Terms }[]): string | null {
  const each = seen.split(between)
  for (const [index, { title, terms }] of services.entries()) {
    const changed = changedSince(each.length === services.length ? (each[index] ?? '') : '', terms)
    if (changed) return services.length === 1 ? changed : `${title}: ${changed}`
  }
  return null
}

const wellFormed = /^\d{1,9} \d{1,4} \d{1,4} \w{1,10}$/

/** Describes how the terms differ from those that were shown; null when they are the same. */
export function changedSince(seen: string, terms: Terms): string | null {
  if (seen === seenTerms(terms)) return null
  const [ore, minutes, hours] = seen.split(' ')
  const now = formatOre(terms.customerPaysOre)
  const again = 'Ingenting är bokat än. Tryck en gång till om du vill boka.'
  if (!wellFormed.test(seen)) return `Du betalar ${now}. ${again}`
  if (Number(ore) !== terms.customerPaysOre) {
    return `Priset har ändrats sedan du öppnade sidan. Du såg ${formatOre(Number(ore))}, nu är det ${now}. ${again}`
  }
  if (Number(minutes) !== terms.durationMin) {
    return `Jobbet tar nu ${formatDuration(terms.durationMin)}, inte ${formatDuration(Number(minutes))}. ${again}`
  }
  if (Number(hours) !== terms.freeCancelHours) {
    return `Företaget har ändrat till när det är fritt att avboka. Läs det nya vid knappen. ${again}`
  }
  return `Företaget har ändrat var jobbet görs: ${servicePlaces[terms.place].reader.toLowerCase()}. ${again}`
}
