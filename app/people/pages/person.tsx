import { href, Link } from 'react-router'
import { History } from '~/audit/public'
import { orAnswer } from '~/door/answer.server'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { idIn } from '~/platform/http/path-id.server'
import { readForm } from '~/platform/http/read-form.server'
import { Badge } from '~/ui/badge'
import { BlockSection } from '../parts/block-section'
import { HelpSection } from '../parts/help-section'
import { MonthsSection } from '../parts/months-section'
import { PersonFacts } from '../parts/person-facts'
import { RoleSection } from '../parts/role-section'
import { personDeeds } from '../person-deeds.server'
import { readPersonForAdmin } from '../read-person.server'
import type { Route } from './+types/person'

export function meta({ matches, loaderData, params }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: loaderData?.name ?? 'Användare',
    description: 'En person med konto.',
    path: href('/dashboard/admin/users/:id', params),
    hidden: true,
  })
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  return orAnswer(await readPersonForAdmin(context.get(houseContext), signedIn, idIn(params)))
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const deeds = personDeeds(idIn(params))
  const values = await readForm(request, deeds)
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed(deeds, asked)
}

export default function PersonPage({ loaderData: person, actionData }: Route.ComponentProps) {
  return (
    <>
      <p>
        <Link to={href('/dashboard/admin/users')}>Alla användare</Link>
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-h2 [overflow-wrap:anywhere]">{person.name}</h1>
        <Badge tone="neutral">{person.roleLabel}</Badge>
        {person.blocked && (
          <Badge tone="alarm" icon="lock">
            Spärrad
          </Badge>
        )}
      </div>
      <p className="mt-2 text-soft">Att du har öppnat sidan står i historiken.</p>
      <div className="mt-8 grid max-w-3xl gap-6">
        <PersonFacts person={person} answer={actionData} />
        <HelpSection person={person} answer={actionData} />
        {person.role === 'member' && <MonthsSection person={person} answer={actionData} />}
        {!person.isSelf && <RoleSection person={person} answer={actionData} />}
        {!person.isSelf && <BlockSection person={person} answer={actionData} />}
        <History entries={person.history} />
      </div>
    </>
  )
}
