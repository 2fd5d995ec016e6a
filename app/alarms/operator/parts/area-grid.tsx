import { type Coverage, coverageWords } from '~/guards/public'
import { formatPostcode } from '~/postcodes/public'
import { Badge } from '~/ui/badge'
import { howLong } from '../../parts/ago'

type Area = {
  code: string
  name: string
  coverage: Coverage | null
  open: number
  waiting: number
  oldestWaiting: Date | null
}

/** One card per postcode, those with open alarms first. */
export function AreaGrid({ areas, readAt }: { areas: readonly Area[]; readAt: Date }) {
  return (
    <section aria-labelledby="omraden" className="mt-12">
      <h2 id="omraden" className="text-h3">
        Områden
      </h2>
      <ul className="mt-4 grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {areas.map((area) => (
          <li key={area.code} className={`rounded-card border-2 bg-surface p-5 shadow-card ${borderOf(area)}`}>
            <h3 className="text-h4">
              <span className="tabular">{formatPostcode(area.code)}</span>{' '}
              <span className="font-normal text-soft">{area.name}</span>
            </h3>
            <p className="mt-2">{wordsOf(area, readAt)}</p>
            {area.coverage ? (
              <p className="mt-3 flex flex-wrap items-center gap-2 text-small text-soft">
                <Badge tone={coverageWords[area.coverage.level].tone} icon={coverageWords[area.coverage.level].icon}>
                  {coverageWords[area.coverage.level].label}
                </Badge>
                {area.coverage.companies} partner, {area.coverage.guards} i tjänst
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

function borderOf({ open, waiting }: Area): string {
  if (waiting > 0) return 'border-alarm-text'
  return open > 0 ? 'border-lamp' : 'border-transparent'
}

function wordsOf({ open, waiting, oldestWaiting }: Area, readAt: Date): string {
  if (open === 0) return 'Lugnt.'
  const larm = open === 1 ? '1 larm pågår' : `${open} larm pågår`
  if (waiting === 0 || !oldestWaiting) return `${larm}, alla är tagna.`
  return `${larm}, ${waiting} väntar på svar. Det äldsta i ${howLong(oldestWaiting, readAt)}.`
}
