import { href } from 'react-router'
import { requireRole } from '~/accounts/public.server'
import { countWaiting } from '~/companies/public.server'
import { houseContext } from '~/platform/house.server'
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

export async function loader({ request, context }: Route.LoaderArgs) {
  requireRole(context, request, 'admin')
  return { waiting: await countWaiting(context.get(houseContext).db) }
}

export default function AdminOverview({ loaderData: { waiting } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-h2">Översikt</h1>
      <ul className="mt-8 grid gap-5 sm:grid-cols-2">
        <li>
          <CardLink to={href('/dashboard/admin/companies')}>
            <h2 className="text-h4">Företag</h2>
            <p className="mt-2 text-soft">
              {waiting === 0 ? 'Inget väntar på granskning.' : `${waiting} att granska.`}
            </p>
          </CardLink>
        </li>
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
