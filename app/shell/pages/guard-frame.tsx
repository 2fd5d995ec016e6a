import { href, Link, NavLink, Outlet, useLocation } from 'react-router'
import { AlarmBanner, useOpenAlarms, waitingOf } from '~/alarms/public'
import { readOpenForGuard } from '~/alarms/public.server'
import { readVisitingGuard } from '~/guards/public.server'
import { houseContext } from '~/platform/http/contexts.server'
import { PRODUCT_NAME } from '~/shared/product'
import { Icon } from '~/ui/marks/icon'
import { WaitingMark } from '~/ui/marks/waiting-mark'
import type { Route } from './+types/guard-frame'

export async function loader({ request, context }: Route.LoaderArgs) {
  const guard = await readVisitingGuard(context, request)
  return {
    isIn: guard !== null,
    open: guard && (await readOpenForGuard(context.get(houseContext), guard)),
  }
}

const tab =
  'inline-flex min-h-12 items-center gap-2 rounded-control px-[min(1rem,4vw)] font-semibold text-soft hover:text-ink aria-[current=page]:bg-mist aria-[current=page]:text-ink'

/**
 * The layout of a guard's pages: name, home and alarms, and nothing else to press by mistake during a patrol in the
 * dark.
 */
export default function GuardFrame({ loaderData: { isIn, open: loaded } }: Route.ComponentProps) {
  const alarms = href('/vakt/larm')
  const open = useOpenAlarms('guard', loaded, alarms)
  const waiting = waitingOf(open).length
  const isHome = useLocation().pathname === href('/vakt')
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="absolute top-2 left-2 z-20 -translate-y-24 rounded-control bg-lamp px-5 py-3 font-semibold text-on-lamp focus:translate-y-0"
      >
        Hoppa till innehållet
      </a>
      <header className="border-line border-b bg-surface">
        <div className="mx-auto flex max-w-2xl flex-wrap items-center justify-between gap-x-3 gap-y-1 px-[min(1.25rem,5vw)] py-2">
          <p className="py-2 font-semibold">
            {PRODUCT_NAME} <span className="font-normal text-soft">väktare</span>
          </p>
          {isIn && (
            <nav aria-label="Väktarens sidor">
              <ul className="-mx-[min(1rem,4vw)] flex flex-wrap gap-1">
                <li>
                  <NavLink to={href('/vakt')} end className={tab}>
                    <Icon name="home" className="size-5" />
                    Hem
                  </NavLink>
                </li>
                <li>
                  <Link to={alarms} className={tab}>
                    Larm
                    {/* Replaces the icon, so that the row keeps its width: otherwise the page would move under a thumb
                       when an alarm arrives. */}
                    <span className="order-first inline-flex">
                      {waiting > 0 ? <WaitingMark count={waiting} /> : <Icon name="alarm" className="size-5" />}
                    </span>
                  </Link>
                </li>
              </ul>
            </nav>
          )}
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-2xl grow px-[min(1.25rem,5vw)] pt-8 pb-[max(4rem,var(--covered,0px))]"
      >
        {loaded && <AlarmBanner open={open} address={alarms} offersSound={isHome} />}
        <Outlet />
      </main>
    </div>
  )
}
