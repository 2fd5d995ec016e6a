import { Component, lazy, type ReactNode, Suspense, useState } from 'react'
import { Skeleton } from '../skeleton'
import { describedBy, FieldFrame, GroupFrame } from './field-frame'
import { useField } from './form'
import { useHydrated } from './hydrated'

// Lazily loaded, since the calendar brings react-aria with it.
const Calendar = lazy(() => import('./calendar'))

type Props = {
  name: string
  label: string
  hint?: ReactNode
  /** Dates as "2026-08-21". */
  min?: string
  max?: string
  defaultValue?: string
  /** Unavailable days between min and max, with the reason: "Fullbokat". */
  unavailable?: Readonly<Record<string, string>>
  onChange?: (day: string) => void
  className?: string
}

/**
 * Picks a day. A native date field in the server's HTML and wherever the calendar fails to load; after hydration a
 * calendar of the month, in space reserved for it.
 */
export function DatePicker({ name, label, hint, defaultValue, onChange, className, ...limits }: Props) {
  const field = useField(name)
  const hydrated = useHydrated()
  const [day, setDay] = useState(field.kept ?? defaultValue ?? '')

  function choose(next: string) {
    setDay(next)
    onChange?.(next)
  }

  const native = (
    <FieldFrame {...{ field, label, hint, className }}>
      <div className="control">
        <input
          type="date"
          id={field.id}
          name={name}
          min={limits.min}
          max={limits.max}
          defaultValue={day}
          onChange={(event) => choose(event.currentTarget.value)}
          {...describedBy(field, hint)}
          className="tabular w-full min-w-0 bg-transparent px-4 py-2.5"
        />
      </div>
    </FieldFrame>
  )
  if (!hydrated) return <div className="calendar-room">{native}</div>
  return (
    <OrElse fallback={native}>
      <GroupFrame {...{ legend: label, hint, field, className }}>
        <div className="calendar-room" id={field.id} tabIndex={-1}>
          <Suspense fallback={<Skeleton className="h-80 w-full max-w-96" />}>
            <Calendar label={label} value={day} onChange={choose} {...limits} />
          </Suspense>
        </div>
        <input type="hidden" name={name} value={day} />
      </GroupFrame>
    </OrElse>
  )
}

type OrElseProps = { fallback: ReactNode; children: ReactNode }

/** Error boundary: if the calendar fails to load, the native field remains. */
class OrElse extends Component<OrElseProps, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
