import type { Ore } from '~/shared/money'
import { type Month, monthName } from '~/shared/month'

/** A fee entry: the fee of a job, or a negative credit for a correction. */
export type Fee = { kind: 'fee' | 'credit'; month: Month; feeOre: Ore }

/** The lines of a charge: for each month one for its fees and one for its corrections, in order. */
export function feeParts(fees: readonly Fee[]): { text: string; gross: Ore }[] {
  const parts = new Map<string, Fee & { count: number }>()
  for (const fee of fees) {
    const key = `${fee.month} ${fee.kind}`
    const before = parts.get(key)
    parts.set(key, { ...fee, count: (before?.count ?? 0) + 1, feeOre: (before?.feeOre ?? 0) + fee.feeOre })
  }
  return [...parts.values()]
    .filter(({ feeOre }) => feeOre !== 0)
    .map(({ kind, month, count, feeOre }) => ({ text: textOf(kind, month, count), gross: feeOre }))
}

function textOf(kind: Fee['kind'], month: Month, count: number): string {
  const what = kind === 'fee' ? 'Avgift för' : 'Rättelse av'
  return `${what} ${count === 1 ? 'en bokning' : `${count} bokningar`}, ${monthName(month)}`
}
