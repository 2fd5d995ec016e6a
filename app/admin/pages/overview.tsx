import { href } from 'react-router'
import { requireRole } from '~/accounts/public.server'
import { pageMeta } from '~/shell/public'
import { CardLink } from '~/ui/card'
import type { Route } from './+types/overview'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Admin Panel',
    description: 'Översikt för administratörer.',
    path: href('/dashboard/admin'),
    hidden: true,
  })
}

export function loader({ request, context }: Route.LoaderArgs) {
  requireRole(context, request, 'admin')
  return null
}

export default function AdminOverview() {
  return (
    <>
      <h1 className="text-h2">Översikt</h1>
      <ul className="mt-8 grid gap-5 sm:grid-cols-2">
        <li>
          <CardLink to={href('/dashboard/admin/messages')}>
            <h2 className="text-h4">Meddelanden</h2>
            <p className="mt-2 text-soft">Frågor från kontaktformuläret.</p>
          </CardLink>
        </li>
        <li>
          <CardLink to={href('/dashboard/admin/outbox')}>
            <h2 className="text-h4">Utkorg</h2>
            <p className="mt-2 text-soft">Det som plattformen har skickat, och det som väntar.</p>
          </CardLink>
        </li>
      </ul>
    </>
  )
}
