import { randomUUID } from 'node:crypto'
import { href, Link } from 'react-router'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { requireOwnCompany } from '../../own-company.server'
import { ServiceFields } from '../parts/service-fields'
import { serviceDeeds } from '../service-deeds.server'
import type { Route } from './+types/new-service'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Ny tjänst',
    description: 'Lägg till något som grannarna kan boka.',
    path: href('/dashboard/provider/services/new'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  const company = await requireOwnCompany(context.get(houseContext).db, signedIn)
  return { id: randomUUID() as string, category: company.category }
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'company')
  const values = await readForm(request, serviceDeeds)
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed(serviceDeeds, asked)
}

export default function NewServicePage({ loaderData: { id, category }, actionData }: Route.ComponentProps) {
  return (
    <>
      <p>
        <Link to={href('/dashboard/provider/services')} className="link inline-flex min-h-12 items-center">
          Alla tjänster
        </Link>
      </p>
      <h1 className="text-h2">Ny tjänst</h1>
      <ServiceFields
        intent="create-service"
        id={actionData?.values.id ?? id}
        values={{ category }}
        answer={actionData}
      />
    </>
  )
}
