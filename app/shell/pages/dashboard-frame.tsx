import { Form, href, Link, Outlet } from 'react-router'
import { SessionWatch } from '~/accounts/public'
import { requireSignedIn } from '~/accounts/public.server'
import { PRODUCT_NAME } from '~/shared/product'
import { Button } from '~/ui/button'
import { Sidebar, SidebarLink } from '~/ui/sidebar'
import { dashboardItems, dashboardTitles } from '../dashboard-map'
import type { Route } from './+types/dashboard-frame'

export function loader({ request, context }: Route.LoaderArgs) {
  const { person } = requireSignedIn(context, request)
  const cookie = request.headers.get('Cookie') ?? ''
  return { name: person.name, role: person.role, collapsed: /(?:^|;\s*)sidebar=collapsed(?:;|$)/.test(cookie) }
}

export default function DashboardFrame({ loaderData: { name, role, collapsed } }: Route.ComponentProps) {
  return (
    <Sidebar
      title={dashboardTitles[role]}
      sections={[{ items: [...dashboardItems[role]] }]}
      collapsed={collapsed}
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
      <Outlet />
    </Sidebar>
  )
}
