import { Icon } from '~/ui/marks/icon'
import type { ComingLine } from '../series-words'

/** The days of a rhythm, and which of them are left out and why. */
export function ComingList({ label, coming }: { label: string; coming: readonly ComingLine[] }) {
  return (
    <ul aria-label={label} className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
      {coming.map(({ when, why, holiday }) => (
        <li key={when} className="flex min-w-0 items-start gap-2">
          <Icon name={why ? 'close' : 'check'} className={`mt-[0.2em] size-5 ${why ? 'text-soft' : 'text-spruce'}`} />
          <span className="min-w-0 wrap-anywhere">
            {why ? <s className="text-soft">{when}</s> : when}
            {why ? <span className="block text-small">Hoppas över. {why}.</span> : null}
            {holiday ? <span className="block text-small">{holiday}, de kommer som vanligt.</span> : null}
          </span>
        </li>
      ))}
    </ul>
  )
}
