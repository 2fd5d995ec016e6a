import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import type { ShiftListed } from '../read-shifts.server'
import { lookOfPast } from '../shift'
import { capital, formatHours, formatShiftDay, formatSpans } from '../shift-words'
import { FoldedStops } from '../walk/parts/stop-list'

/** Past shifts for the company and administrators: who walked, when, and every stop with its note. */
export function PastShifts({ shifts, withCompany }: { shifts: readonly ShiftListed[]; withCompany?: boolean }) {
  return (
    <Card className="mt-4 py-2 sm:py-3">
      <ul className="divide-y divide-line">
        {shifts.map((shift) => {
          const { label, ...look } = lookOfPast(shift)
          const { spans, guardName, companyName } = shift
          return (
            <li key={shift.id} className="py-4">
              <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
                <h3 className="text-body font-semibold">{capital(formatShiftDay(shift.day))}</h3>
                <Badge {...look}>{label}</Badge>
              </div>
              <p className="mt-1 text-soft">
                {formatHours(shift)}
                {withCompany && `, ${companyName ?? 'ingen hade passet'}`}
              </p>
              {shift.state !== 'missed' && (
                <>
                  <p className="mt-1 text-soft">
                    {guardName}
                    {spans.length > 0 && `, ute ${formatSpans(spans)}`}
                  </p>
                  <FoldedStops stops={shift.stops} />
                </>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
