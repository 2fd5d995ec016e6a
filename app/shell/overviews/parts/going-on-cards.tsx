import { href, Link } from 'react-router'
import { type GoingOn, useAlarmLine } from '~/alarms/public'
import { useLook } from '~/live/public'
import { EMERGENCY_NUMBER } from '~/shared/product'
import { Icon } from '~/ui/marks/icon'

/** First on a member's page: their own open alarm, walk home or test, each linked to where it is ended. */
export function GoingOnCards({ goingOn }: { goingOn: readonly GoingOn[] }) {
  return goingOn.length > 0 ? <Cards goingOn={goingOn} /> : null
}

/** Follows live updates while something is open: somebody may take it, and a question may come. */
function Cards({ goingOn }: { goingOn: readonly GoingOn[] }) {
  const look = useLook()
  const hasLine = useAlarmLine('person', look, look, true)
  return (
    <div className="mt-5 mb-6 grid grid-cols-[minmax(0,1fr)] gap-5">
      <p role="status" className="sr-only">
        {goingOn[0]?.title}
      </p>
      {goingOn.map((one) => (
        <Going key={one.id} {...one} hasLine={hasLine} />
      ))}
    </div>
  )
}

const addresses = {
  alarm: href('/dashboard/customer/safety'),
  test: href('/dashboard/customer/safety'),
  walk: href('/dashboard/customer/safety/walk'),
} as const satisfies Record<GoingOn['kind'], string>

function Going({ id, kind, isUrgent, callsFor112, title, text, open, hasLine }: GoingOn & { hasLine: boolean }) {
  const look = isUrgent ? 'bg-alarm text-on-alarm' : 'border-2 border-lamp bg-surface'
  return (
    <section aria-labelledby={`pagar-${id}`} className={`rounded-card p-[min(1.25rem,6vw)] ${look}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <div className="flex min-w-0 grow basis-64 items-start gap-3">
          <Icon name={kind === 'walk' ? 'home' : 'alarm'} className="mt-1 size-6 shrink-0" />
          <div className="min-w-0 wrap-anywhere">
            {kind === 'test' ? (
              <p className="mb-1 font-semibold">
                <span className="rounded-control bg-lamp px-2 py-0.5 text-on-lamp">TEST</span> Ingen behöver rycka ut.
              </p>
            ) : null}
            <h2 id={`pagar-${id}`} className="text-h4">
              {title}
            </h2>
            <p className="mt-1">{text}</p>
            {hasLine ? null : (
              <p className="mt-1 font-semibold">Uppkopplingen är borta. Det som står här kan ha ändrats.</p>
            )}
          </div>
        </div>
        <Link
          to={addresses[kind]}
          className="inline-flex min-h-12 items-center font-semibold underline underline-offset-4"
        >
          {open}
        </Link>
      </div>
      {callsFor112 ? (
        <a
          href={`tel:${EMERGENCY_NUMBER}`}
          className="mt-3 flex min-h-14 flex-wrap items-center justify-center gap-x-3 rounded-control bg-ink text-h4 text-paper no-underline"
        >
          <Icon name="phone" />
          Ring {EMERGENCY_NUMBER}
        </a>
      ) : null}
    </section>
  )
}
