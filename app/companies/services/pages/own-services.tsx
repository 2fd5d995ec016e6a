import { href } from 'react-router'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { EmptyStreet } from '~/pictures/scenes'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { EmptyState } from '~/ui/empty-state'
import { ButtonLink } from '~/ui/form/button'
import { ErrorSummary } from '~/ui/form/error-summary'
import { requireOwnCompany } from '../../own-company.server'
import { HiddenNote } from '../../parts/hidden-note'
import { ServiceRowCard } from '../parts/service-row'
import { serviceDeeds } from '../service-deeds.server'
import { readOwnServices } from '../service-store.server'
import type { Route } from './+types/own-services'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Tjänster',
    description: 'Det grannarna kan boka hos er.',
    path: href('/dashboard/provider/services'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  const { db } = context.get(houseContext)
  const company = await requireOwnCompany(db, signedIn)
  return { isHidden: company.review_state === 'hidden', services: await readOwnServices(db, company.id) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'company')
  const values = await readForm(request, serviceDeeds)
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed(serviceDeeds, asked)
}

export default function OwnServicesPage({ loaderData: { isHidden, services }, actionData }: Route.ComponentProps) {
  const add = (
    <ButtonLink to={href('/dashboard/provider/services/new')} icon="plus">
      Lägg till en tjänst
    </ButtonLink>
  )
  const hidden = isHidden && (
    <HiddenNote>
      <p className="mt-1">Ingen kan boka era tjänster så länge.</p>
    </HiddenNote>
  )
  if (services.length === 0) {
    return (
      <>
        <h1 className="text-h2">Tjänster</h1>
        {hidden}
        <div className="mt-6">
          <EmptyState picture={<EmptyStreet />} title="Inga tjänster än" action={add}>
            Lägg till det ni gör, med pris och tid, så kan grannarna boka er.
          </EmptyState>
        </div>
      </>
    )
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-h2">Tjänster</h1>
        {add}
      </div>
      {actionData?.refusal ? (
        <div className="mt-6 max-w-3xl">
          <ErrorSummary refusal={actionData.refusal} fieldId={(name) => name} />
        </div>
      ) : null}
      {hidden || <p className="mt-3 prose-width text-soft">I den här ordningen står de på er sida.</p>}
      <ul className="mt-6 grid max-w-3xl gap-4">
        {services.map((service, index) => (
          <ServiceRowCard
            key={service.id}
            service={service}
            isFirst={index === 0}
            isLast={index === services.length - 1}
          />
        ))}
      </ul>
    </>
  )
}
