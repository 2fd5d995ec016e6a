import { formatClock } from '~/shared/time'
import { Icon } from '~/ui/marks/icon'

type Stop = { id: string; stoppedAt: Date; sponsor: string | null; note?: string; guardName?: string }

type Props = {
  stops: readonly Stop[]
  empty: string
  /** Whether to show the guards' names: for guards and companies, not for residents. */
  withNames?: boolean
}

/** The stops of a shift, in order of time. */
export function StopList({ stops, empty, withNames }: Props) {
  if (stops.length === 0) return <p className="mt-3 text-soft">{empty}</p>
  return (
    <ol className="mt-3 grid gap-2">
      {stops.map(({ id, stoppedAt, sponsor, note, guardName }) => (
        <li key={id} className="grid grid-cols-[3.5rem_1fr] gap-x-3">
          <time dateTime={stoppedAt.toISOString()} className="tabular font-semibold">
            {formatClock(stoppedAt)}
          </time>
          <span className="min-w-0 wrap-anywhere">
            {sponsor ? `Extra stopp hos ${sponsor}` : 'Stopp på ronden'}
            {withNames && guardName && <span className="text-soft">, {guardName}</span>}
            {note && <span className="block text-soft">{note}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Past stops, collapsed: most readers only want their number. */
export function FoldedStops(props: Omit<Props, 'empty'>) {
  const { stops } = props
  if (stops.length === 0) return <p className="mt-2 text-soft">Inga stopp är antecknade.</p>
  return (
    <details className="group mt-1">
      <summary className="link flex min-h-12 w-fit cursor-pointer list-none items-center gap-2 [&::-webkit-details-marker]:hidden">
        {stops.length === 1 ? 'Ett stopp' : `${stops.length} stopp`}
        <Icon name="chevron-down" className="size-5 transition-transform duration-200 group-open:rotate-180" />
      </summary>
      <StopList {...props} empty="" />
    </details>
  )
}
