import { Form, href, Link, Outlet, useMatches } from 'react-router'
import { SessionWatch } from '~/accounts/public'
import { readBanner } from '~/admin/public.server'
import { OfflineReady } from '~/alarms/public'
import { requireSignedIn } from '~/door/guard.server'
import { houseContext } from '~/platform/http/contexts.server'
import { PRODUCT_NAME } from '~/shared/product'
import { Button } from '~/ui/form/button'
import { Icon } from '~/ui/marks/icon'
import { Sidebar, SidebarLink } from '~/ui/sidebar'
import { dashboardSections, dashboardTitles } from '../dashboard-map'
import type { Route } from './+types/dashboard-frame'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { person } = requireSignedIn(context, request)
  const cookie = request.headers.get('Cookie') ?? ''
  const { db, clock } = context.get(houseContext)
  return {
    id: person.id,
    name: person.name,
    role: person.role,
    collapsed: /(?:^|;\s*)sidebar=collapsed(?:;|$)/.test(cookie),
    banner: await readBanner(db, clock.now()),
  }
}

/** A page says `handle = { night: true }` to stand on dark ground in both themes. */
function isNight(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'night' in handle && handle.night === true
}

export default function DashboardFrame({ loaderData: { id, name, role, collapsed, banner } }: Route.ComponentProps) {
  const night = useMatches().some(({ handle }) => isNight(handle))
  return (
    <Sidebar
      title={dashboardTitles[role]}
      sections={dashboardSections[role]}
      collapsed={collapsed}
      night={night}
      footer={<SidebarLink to={href('/')} icon="external" label="Till startsidan" />}
      actions={
        <>
          <span className="hidden text-small text-soft sm:inline">{name}</span>
          <Form method="post" action={href('/logout')}>
            <Button type="submit" variant="secondary" size="small" icon="logout" className="max-[24rem]:px-3">
              {/* On the narrowest phones the icon stands for it. */}
              <span className="max-[24rem]:sr-only">Logga ut</span>
            </Button>
          </Form>
        </>
      }
      home={<Link to={href('/')}>{PRODUCT_NAME}</Link>}
    >
      <SessionWatch />
      <OfflineReady memberId={role === 'member' ? id : null} />
      {banner && (
        <p className="mb-6 flex items-start gap-3 rounded-control bg-mist p-4">
          <Icon name="info" className="mt-0.5 size-6 shrink-0 text-lamp-ink" />
          {banner}
        </p>
      )}
      <Outlet />
    </Sidebar>
  )
}
