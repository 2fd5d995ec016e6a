import { Form, Link, useNavigate } from 'react-router'
import { Button } from '~/ui/form/button'
import { DatePicker } from '~/ui/form/date-picker'
import { useHydrated } from '~/ui/form/hydrated'
import { Icon } from '~/ui/marks/icon'
import { useShownDay } from '../../parts/use-shown-day'
import { type BookSearch, bookAddress } from '../book-address'
import { spokenDay } from '../day-words'
import type { ChosenService } from '../read-book-page.server'

type Props = { search: BookSearch; chosen: ChosenService }

/** The day is part of the address: it is set on change with JavaScript, and by a button without. */
export function DayChoice({ search, chosen }: Props) {
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const { shown, setPicked } = useShownDay(chosen.day)
  // Without JavaScript the page loads anew, so the fragment scrolls back to this section.
  const to = (day: string) => bookAddress({ ...search, day }) + (hydrated ? '' : '#boka')
  return (
    <div className="grid gap-4">
      <Form action="#boka" className="grid gap-3">
        {(['q', 'category', 'after', 'service'] as const).map((name) => {
          const value = name === 'q' ? search.text : search[name]
          return value && <input key={name} type="hidden" name={name} value={value} />
        })}
        {search.also?.map((id) => (
          <input key={id} type="hidden" name="also" value={id} />
        ))}
        <DatePicker
          key={`${search.service} ${search.also} ${shown}`}
          name="day"
          label="Välj dag"
          // Describes our own calendar; without JavaScript there is only the browser's date field, which lacks this.
          hint={<span className="noscript:hidden">Dagar med ram har lediga tider. Överstrukna går inte att boka.</span>}
          min={chosen.first}
          max={chosen.last}
          defaultValue={chosen.day ?? undefined}
          unavailable={chosen.unavailable}
          onChange={(day) => {
            setPicked(day)
            void navigate(to(day), { preventScrollReset: true, replace: true })
          }}
        />
        {!hydrated && (
          <Button type="submit" variant="secondary" className="justify-self-start">
            Visa tider
          </Button>
        )}
      </Form>
      {chosen.nextFree && !chosen.starts.length && (
        <p>
          <Link
            to={`${bookAddress({ ...search, day: chosen.nextFree })}#tider`}
            preventScrollReset
            replace
            className="link inline-flex min-h-12 items-center"
          >
            Nästa lediga dag: {spokenDay(chosen.nextFree)}
          </Link>
        </p>
      )}
      {chosen.reasons.length > 0 && (
        <details className="unfolds group text-small">
          <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 font-semibold">
            <Icon name="chevron-down" className="transition-transform duration-150 group-open:rotate-180" />
            Varför går vissa dagar inte att välja?
          </summary>
          <dl className="grid gap-2 pb-2 text-soft">
            {chosen.reasons.map(({ why, days }) => (
              <div key={why}>
                <dt className="inline font-semibold text-ink">{why}: </dt>
                <dd className="inline">{days}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  )
}
