import { Form, href, Link, Outlet, useLocation, useMatches } from 'react-router'
import { SessionWatch } from '~/accounts/public'
import { readBanner } from '~/admin/public.server'
import { AlarmBanner, OfflineReady, useOpenAlarms, waitingOf } from '~/alarms/public'
import { readOpenForCompany } from '~/alarms/public.server'
import { ownsGuardCompany } from '~/companies/public.server'
import { requireSignedIn } from '~/door/guard.server'
import { useDrawnPlain } from '~/door/parts/use-drawn-plain'
import { ownsGuards } from '~/guards/public.server'
import { Bell } from '~/notifications/public'
import { countUnread } from '~/notifications/public.server'
import { houseContext } from '~/platform/http/contexts.server'
import { PRODUCT_NAME } from '~/shared/product'
import { Icon } from '~/ui/marks/icon'
import { NoticeTemplate } from '~/ui/notice'
import { Sidebar, SidebarButton, SidebarLink } from '~/ui/sidebar'
import { dashboardTitles, memberThumb, sectionsFor, withWaiting } from '../dashboard-map'
import { SearchKey } from '../parts/search-key'
import type { Route } from './+types/dashboard-frame'

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireSignedIn(context, request)
  const { person } = signedIn
  const house = context.get(houseContext)
  const cookie = request.headers.get('Cookie') ?? ''
  const { db } = house
  const isCompany = person.role === 'company'
  const [isGuardCompany, hasOwnGuards, unread, banner, open] = await Promise.all([
    isCompany && ownsGuardCompany(db, person.id),
    isCompany && ownsGuards(db, person.id),
    countUnread(db, person.id),
    readBanner(db, house.clock.now()),
    isCompany ? readOpenForCompany(house, signedIn) : null,
  ])
  return {
    id: person.id,
    name: person.name,
    role: person.role,
    collapsed: /(?:^|;\s*)sidebar=collapsed(?:;|$)/.test(cookie),
    hasGuards: isGuardCompany || hasOwnGuards,
    counted: { unread },
    banner,
    open,
  }
}

/** Pages are hydrated where alarms may arrive, because the banner, its sound and its live connection need scripts. */
export const handle = { runs: (data?: { open: unknown }) => data?.open != null }

/** Whether a page asks for a dark background in both themes: `handle = { night: true }`. */
function isNight(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'night' in handle && handle.night === true
}

export default function DashboardFrame({ loaderData }: Route.ComponentProps) {
  const { id, name, role, collapsed, banner, hasGuards, counted } = loaderData
  const alarms = href('/dashboard/provider/alarms')
  const { pathname } = useLocation()
  const isElsewhere = !pathname.startsWith(alarms)
  const open = useOpenAlarms('person', loaderData.open, alarms, isElsewhere)
  const night = useMatches().some(({ handle }) => isNight(handle))
  return (
    <Sidebar
      title={dashboardTitles[role]}
      sections={withWaiting(sectionsFor(role, hasGuards), alarms, waitingOf(open).length)}
      collapsed={collapsed}
      night={night}
      thumb={role === 'member' ? memberThumb : undefined}
      footer={
        <>
          <SidebarLink to={href('/')} icon="external" label="Till startsidan" />
          <Form method="post" action={href('/logout')}>
            <SidebarButton icon="logout" label="Logga ut" />
          </Form>
        </>
      }
      actions={
        <>
          {role === 'admin' && <SearchKey />}
          <Bell counted={counted} />
          <span className="hidden max-w-[min(20rem,35vw)] truncate text-small text-soft sm:inline-block">{name}</span>
        </>
      }
      home={<Link to={href('/')}>{PRODUCT_NAME}</Link>}
    >
      <SessionWatch personId={id} />
      <OfflineReady memberId={role === 'member' ? id : null} />
      {useDrawnPlain() && <NoticeTemplate />}
      {banner && (
        <p className="mb-6 flex items-start gap-3 rounded-control bg-mist p-4">
          <Icon name="info" className="mt-0.5 size-6 shrink-0 text-lamp-ink" />
          {banner}
        </p>
      )}
      {/* The alarms' own page has its own sound and title. */}
      {loaderData.open && isElsewhere && (
        <AlarmBanner open={open} address={alarms} offersSound={pathname === href('/dashboard/provider')} />
      )}
      <Outlet />
    </Sidebar>
  )
}
