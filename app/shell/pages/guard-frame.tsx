import { href, Link, NavLink, Outlet } from 'react-router'
import { PRODUCT_NAME } from '~/shared/product'
import { Icon } from '~/ui/marks/icon'
import type { Route } from './+types/guard-frame'
import { readVisitingGuard } from './require-guard.server'

export async function loader({ request, context }: Route.LoaderArgs) {
  const guard = await readVisitingGuard(context, request)
  return { guard: guard && { name: guard.name, companyName: guard.companyName } }
}

const tab =
  'inline-flex min-h-12 items-center gap-2 rounded-control px-4 font-semibold text-soft hover:text-ink aria-[current=page]:bg-mist aria-[current=page]:text-ink'

/** Around a guard's own pages: who it is, home, and the alarms; nothing that leads astray on a round in the dark. */
export default function GuardFrame({ loaderData: { guard } }: Route.ComponentProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="absolute top-2 left-2 z-20 -translate-y-24 rounded-control bg-lamp px-5 py-3 font-semibold text-on-lamp focus:translate-y-0"
      >
        Hoppa till innehållet
      </a>
      <header className="border-line border-b bg-surface">
        <div className="mx-auto flex max-w-2xl flex-wrap items-center justify-between gap-x-6 gap-y-1 px-[min(1.25rem,5vw)] py-2">
          <p className="py-2 font-semibold">
            {PRODUCT_NAME} <span className="font-normal text-soft">väktare</span>
          </p>
          {guard && (
            <nav aria-label="Väktarens sidor">
              <ul className="-mx-4 flex flex-wrap gap-1">
                <li>
                  <NavLink to={href('/vakt')} end className={tab}>
                    <Icon name="home" className="size-5" />
                    Hem
                  </NavLink>
                </li>
                <li>
                  <Link to="/vakt/larm" className={tab}>
                    <Icon name="alarm" className="size-5" />
                    Larm
                  </Link>
                </li>
              </ul>
            </nav>
          )}
        </div>
      </header>
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-2xl grow px-[min(1.25rem,5vw)] pt-8 pb-16">
        <Outlet />
      </main>
    </div>
  )
}
