import { href, Link } from 'react-router'
import { formatPostcode } from '~/postcodes/public'
import { Badge } from '~/ui/badge'
import { Icon } from '~/ui/marks/icon'
import { lookOfPast, type ShiftState, type Span } from '../shift'
import { capital, formatHours, formatSpans, nearDay } from '../shift-words'

type Shift = {
  id: string
  day: string
  postcode: string
  startsAt: Date
  endsAt: Date
  state: ShiftState
  isCalled: boolean
  sponsorStops: number
  spans: Span[]
}

/** The company's next shifts on a guard's own page, each linked to its check-in page. */
export function GuardShiftList({ shifts, now }: { shifts: readonly Shift[]; now: Date }) {
  if (shifts.length === 0) return <p className="mt-3 text-soft">Ditt företag har inga pass just nu.</p>
  return (
    <ul className="mt-4 grid gap-3">
      {shifts.map((shift) => (
        <li key={shift.id} className="card-link group">
          <div className="min-w-0 grow">
            <h3 className="text-h4">
              <Link
                to={href('/vakt/pass/:id', { id: shift.id })}
                className="rounded-[3px] after:absolute after:inset-0 after:rounded-card group-hover:text-spruce"
              >
                {capital(nearDay(shift, now))} {formatHours(shift)}
              </Link>
            </h3>
            <p className="mt-1 text-soft">
              {formatPostcode(shift.postcode)}
              {shift.sponsorStops > 0 && `, ${shift.sponsorStops} extra stopp`}
            </p>
            <Look shift={shift} />
            {shift.state === 'walking' && !shift.isCalled && (
              <p className="mt-2">Du är incheckad, men ditt företag får inte gå passet just nu.</p>
            )}
          </div>
          <Icon name="arrow-right" className="size-5 text-spruce" />
        </li>
      ))}
    </ul>
  )
}

/** How a shift stands; of one that was left, when somebody was out, and that it can be gone out on again. */
function Look({ shift }: { shift: Shift }) {
  if (shift.state === 'planned') return null
  const { label, ...look } = lookOfPast(shift)
  return (
    <>
      <p className="mt-2">
        <Badge {...look}>{label}</Badge>
      </p>
      {shift.state === 'walked' && (
        <p className="mt-2">Ute {formatSpans(shift.spans)}. Checka in på nytt om du går ut igen.</p>
      )}
    </>
  )
}
