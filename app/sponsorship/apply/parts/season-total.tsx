import { formatOre } from '~/shared/money'
import { MOST_SEASON_MONTHS, seasonTotal } from '../application'

const counts = Array.from({ length: MOST_SEASON_MONTHS }, (_, index) => index + 1)

/**
 * Without JavaScript it lists the sum for each possible number of months; follow-months.ts replaces the list by the
 * chosen one.
 */
export function SeasonTotal({ count }: { count: number }) {
  return (
    <div className="grid gap-1 rounded-card bg-mist px-5 py-4">
      <p className="font-semibold">Totalt</p>
      <output data-sum hidden className="flex flex-wrap items-baseline justify-between gap-x-4" />
      <ul data-all-sums className="tabular grid gap-1">
        {counts.map((months) => (
          <li
            key={months}
            className={`flex flex-wrap justify-between gap-x-4 ${months === count ? 'font-semibold' : ''}`}
          >
            <span>{inMonths(months)}</span>
            <span>{formatOre(seasonTotal(months))}</span>
          </li>
        ))}
      </ul>
      {[0, ...counts].map((months) => (
        <template key={months} data-count={months}>
          <span className="tabular font-semibold text-h2">{formatOre(seasonTotal(months))}</span>
          <span className="text-soft">{inWords(months)}</span>
        </template>
      ))}
      <p className="text-small text-soft">Exklusive moms</p>
    </div>
  )
}

const inMonths = (count: number) => (count === 1 ? 'En månad' : `${count} månader`)

function inWords(count: number): string {
  return count === 0 ? 'Välj minst en månad' : `${inMonths(count)} à ${formatOre(seasonTotal(1))}`
}
