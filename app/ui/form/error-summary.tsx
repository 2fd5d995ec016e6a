import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import { goToField, meet } from '../improve/refusals'
import { Icon } from '../marks/icon'

/**
 * What a form shows of a refused submission. The use cases' refusals are compatible; ui knows nothing else about them.
 */
export type RefusalShown = { title: string; message: string; fields: Record<string, string> }

type Props = { refusal: RefusalShown; fieldId: (name: string) => string }

const FALLBACK_TITLE = 'Det finns saker att rätta till'

/** On top of a refused form: takes the focus for each new refusal, and links to the fields. */
export function ErrorSummary({ refusal, fieldId }: Props) {
  const box = useRef<HTMLDivElement>(null)

  // Wait until navigation is idle: focus and scrolling set during revalidation would be undone by it.
  const isAtRest = useNavigation().state === 'idle'
  const met = useRef<object | null>(null)
  // Every refusal is a new object and is focused once, so that the focus is not taken from a field again.
  useEffect(() => {
    if (!isAtRest || !box.current || met.current === refusal) return
    met.current = refusal
    meet(box.current)
  }, [refusal, isAtRest])

  const fields = Object.entries(refusal.fields)
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      data-error-summary
      className="@container scroll-mt-6 [form:not(.grid,.flex)>&]:mb-5 rounded-card border-2 border-alarm-text bg-surface p-[min(1.25rem,5vw)] sm:p-6"
    >
      <div className="flex gap-3 @max-[12rem]:flex-col @max-[12rem]:gap-1">
        <Icon name="warning" className="mt-0.5 size-6 text-alarm-text" />
        <div className="min-w-0">
          <h2 className="text-h4">{refusal.title || FALLBACK_TITLE}</h2>
          {refusal.message ? <p className="mt-1">{refusal.message}</p> : null}
          {fields.length > 0 ? (
            <ul className="mt-2">
              {fields.map(([name, message]) => (
                <li key={name}>
                  <a
                    href={`#${fieldId(name)}`}
                    onClick={(event) => goToField(event, event.currentTarget)}
                    className="link inline-flex min-h-12 items-center font-semibold text-alarm-text"
                  >
                    {message}
                  </a>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      </div>
    </div>
  )
}
