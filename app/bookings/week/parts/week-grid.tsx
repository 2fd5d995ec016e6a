import type { CSSProperties } from 'react'
import { href, Link } from 'react-router'
import { Icon, type IconName } from '~/ui/marks/icon'
import { bookingStates } from '../../booking'
import type { CompanyWeek } from '../read-company-week.server'

type Day = CompanyWeek['days'][number]
type Job = Day['jobs'][number]

/** A week: a list of days on narrow screens, a grid with hours down the side on wide ones. */
export function WeekGrid({ days, hours }: Pick<CompanyWeek, 'days' | 'hours'>) {
  return (
    <div
      style={{ '--hours': hours.length } as CSSProperties}
      className="mt-6 xl:grid xl:grid-cols-[3.25rem_1fr] xl:rounded-card xl:bg-surface xl:p-4 xl:shadow-card"
    >
      <div aria-hidden="true" className="hidden pt-12 text-small text-soft xl:block">
        {hours.map((hour) => (
          <p key={hour} className="tabular h-20 -translate-y-[0.7em]">
            {String(hour).padStart(2, '0')}.00
          </p>
        ))}
      </div>
      <ol className="grid gap-3 xl:grid-cols-7 xl:gap-0">
        {days.map((day) => (
          <DayColumn key={day.day} day={day} />
        ))}
      </ol>
    </div>
  )
}

function DayColumn({ day }: { day: Day }) {
  const isFree = day.jobs.length === 0
  return (
    <li
      className={`min-w-0 rounded-card px-5 xl:rounded-none xl:bg-transparent xl:p-0 xl:shadow-none ${isFree ? 'flex items-center justify-between gap-4 bg-mist py-1 xl:block' : 'bg-surface pt-2 pb-5 shadow-card'}`}
    >
      <h2
        className={`flex min-h-12 items-center text-body font-semibold xl:justify-center ${day.isToday ? 'text-spruce' : ''}`}
      >
        <span className={day.isToday ? 'relative flex min-h-12 items-center justify-center lit-below' : ''}>
          {day.label}
        </span>
        {day.isToday ? <span className="sr-only"> (i dag)</span> : null}
      </h2>
      {isFree ? <p className="text-soft xl:sr-only">Inga jobb</p> : null}
      <ul className={`gap-2 xl:week-hours ${isFree ? 'hidden xl:block' : 'grid'}`}>
        {day.jobs.map((job) => (
          <li key={job.id} style={placeOf(job)} className={box}>
            {job.heldUntil === null ? <JobLink job={job} /> : <Held job={job} />}
          </li>
        ))}
      </ul>
    </li>
  )
}

const box =
  'xl:absolute xl:top-(--top) xl:left-(--left) xl:h-(--height) xl:w-(--width) xl:p-0.5 xl:[container-type:size]'

function placeOf({ place: { top, height, left, width } }: Job): CSSProperties {
  const place = { '--top': `${top}%`, '--height': `${height}%`, '--left': `${left}%`, '--width': `${width}%` }
  return place as CSSProperties
}

/** On wide screens a line that does not fit wraps into a column that is not shown, rather than being cut through. */
const sheet =
  'block h-full min-h-12 overflow-hidden rounded-control border-l-4 px-3 py-2 xl:flex xl:min-h-0 xl:flex-col xl:flex-wrap xl:gap-x-4 xl:px-2 xl:py-1 xl:text-small xl:leading-snug'

/** In a short job's piece there is room for one more line than the time. */
const lines = 'block w-full wrap-anywhere xl:line-clamp-2 xl:[@container(height<4.75rem)]:line-clamp-1'

function JobLink({ job }: { job: Extract<Job, { heldUntil: null }> }) {
  const state = bookingStates[job.status]
  return (
    <Link to={href('/dashboard/provider/bookings/:id', { id: job.id })} className={`${sheet} ${looks[job.status]}`}>
      <When job={job} icon={state.icon} label={state.short} />
      <span className={lines}>{job.title}</span>
      <span className="block w-full text-soft wrap-anywhere xl:truncate">{job.customer}</span>
    </Link>
  )
}

/** A time held for an offer to the waiting list: bookable for nobody else, and not yet booked. */
function Held({ job }: { job: Extract<Job, { heldUntil: string }> }) {
  return (
    <div className={`${sheet} border-edge border-dashed bg-mist`}>
      <When job={job} icon="clock" label="Hålls för väntelistan" />
      {/* Where not all fits, why the time is not free says more than which service it is. */}
      <span className={`${lines} xl:order-last`}>{job.title}</span>
      <span className={`${lines} text-soft`}>Erbjuden till väntelistan, hålls till {job.heldUntil}</span>
    </div>
  )
}

function When({ job, icon, label }: { job: Job; icon: IconName; label: string }) {
  return (
    <span className="tabular flex w-full items-center gap-1.5 font-semibold">
      <Icon name={icon} className="size-4 shrink-0" label={label} />
      {/* Wide screens show no end time: the column is too narrow, and the height shows the length. */}
      <span className="min-w-0">
        {job.starts}
        <span className="xl:sr-only">–{job.ends}</span>
      </span>
    </span>
  )
}

const looks = {
  pending: 'border-lamp bg-mist hover:outline-2',
  confirmed: 'border-spruce bg-fern hover:outline-2',
  completed: 'border-edge bg-mist hover:outline-2',
  cancelled: 'border-line bg-mist hover:outline-2',
} as const
