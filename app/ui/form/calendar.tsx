import { type CalendarDate, GregorianCalendar, parseDate } from '@internationalized/date'
import { useState } from 'react'
import {
  Calendar as AriaCalendar,
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from 'react-aria-components/Calendar'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Icon } from '../marks/icon'

type Props = {
  label: string
  /** "2026-08-21", or "" for none. */
  value: string
  min?: string
  max?: string
  unavailable?: Readonly<Record<string, string>>
  onChange: (day: string) => void
}

const wayLook =
  'grid size-[min(3rem,12vw)] shrink-0 place-content-center rounded-control text-soft hover:bg-mist hover:text-ink disabled:opacity-35'

/** A month calendar, Monday first. Used by date-picker.tsx only, which loads it on demand. */
export default function Calendar({ label, value, min, max, unavailable = {}, onChange }: Props) {
  const [looked, setLooked] = useState<CalendarDate | null>(null)
  // If some days are unavailable, available ones get a border, because colour alone is not enough.
  const marksFree = Object.keys(unavailable).length > 0
  const why = (date: { toString(): string }) => unavailable[date.toString()]
  return (
    <I18nProvider locale="sv-SE">
      {/* react-aria inserts a stylesheet and reads its CSP nonce from here. */}
      <meta property="csp-nonce" nonce={scriptNonce()} />
      <AriaCalendar
        aria-label={label}
        value={day(value)}
        onChange={(chosen: CalendarDate) => onChange(chosen.toString())}
        minValue={day(min)}
        maxValue={day(max)}
        isDateUnavailable={(date) => why(date) !== undefined}
        onFocusChange={setLooked}
        createCalendar={() => new GregorianCalendar()}
        className="w-full max-w-96 rounded-card bg-surface p-[min(0.75rem,3vw)] shadow-card sm:p-4"
      >
        <header className="flex items-center justify-between pb-2">
          <Button slot="previous" className={wayLook}>
            <Icon name="chevron-left" className="size-6" />
          </Button>
          <CalendarHeading className="min-w-0 text-center text-[min(var(--text-h4),6.4vw)] leading-tight font-semibold wrap-anywhere first-letter:uppercase" />
          <Button slot="next" className={wayLook}>
            <Icon name="chevron-right" className="size-6" />
          </Button>
        </header>
        <CalendarGrid weekdayStyle="short" className="w-full table-fixed border-collapse">
          <CalendarGridHeader>
            {(weekday) => (
              <CalendarHeaderCell className="pb-1 text-[min(0.9375rem,4.5vw)] font-normal text-soft">
                {weekday}
              </CalendarHeaderCell>
            )}
          </CalendarGridHeader>
          <CalendarGridBody>
            {(date) => (
              <CalendarCell date={date} className={`calendar-day tabular ${marksFree ? 'calendar-free' : ''}`}>
                {({ formattedDate }) => <span title={why(date)}>{formattedDate}</span>}
              </CalendarCell>
            )}
          </CalendarGridBody>
        </CalendarGrid>
        {/* A live region for the day under keyboard focus; on hover the day itself says why. */}
        <p aria-live="polite" className="px-2 text-small text-soft empty:hidden">
          {looked && why(looked) ? `${spokenDay(looked)}: ${why(looked)}` : null}
        </p>
      </AriaCalendar>
    </I18nProvider>
  )
}

/** The page's CSP nonce, from a script that has it. Browser only. */
function scriptNonce(): string | undefined {
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
}

const spoken = new Intl.DateTimeFormat('sv-SE', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
const spokenDay = (date: CalendarDate) => spoken.format(date.toDate('UTC'))

function day(iso: string | undefined): CalendarDate | null {
  return iso ? parseDate(iso) : null
}
