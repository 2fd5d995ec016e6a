import { href, Link } from 'react-router'
import { answerTo } from '~/door/answer.server'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { IntentForm } from '~/door/parts/intent-form'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { anId } from '~/shared/id'
import { notThere } from '~/shared/outcome'
import { Dialog, DialogButton } from '~/ui/dialog'
import { ButtonLink } from '~/ui/form/button'
import { requireOwnCompany } from '../../own-company.server'
import { ServiceFields } from '../parts/service-fields'
import { serviceDeeds } from '../service-deeds.server'
import { readOwnService } from '../service-store.server'
import { serviceValues } from '../service-values'
import type { Route } from './+types/edit-service'

export function meta({ matches, loaderData, params }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: loaderData?.service.title ?? 'Tjänsten',
    description: 'Ändra en tjänst.',
    path: href('/dashboard/provider/services/:id', params),
    hidden: true,
  })
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  const { db } = context.get(houseContext)
  const company = await requireOwnCompany(db, signedIn)
  const id = anId().safeParse(params.id)
  const service = id.success ? await readOwnService(db, company.id, id.data) : undefined
  if (!service) throw answerTo(notThere)
  return { service }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'company')
  // The id comes from the address and overrides any id in the form.
  const values = { ...(await readForm(request, serviceDeeds)), id: params.id }
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed(serviceDeeds, asked)
}

export default function EditServicePage({ loaderData: { service }, actionData }: Route.ComponentProps) {
  return (
    <>
      <p>
        <Link to={href('/dashboard/provider/services')} className="link inline-flex min-h-12 items-center">
          Alla tjänster
        </Link>
      </p>
      <h1 className="text-h2 wrap-anywhere">{service.title}</h1>
      <ServiceFields intent="change-service" id={service.id} values={serviceValues(service)} answer={actionData} />
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to={href('/dashboard/provider/services/:id/photo', { id: service.id })} variant="secondary">
          Bild
        </ButtonLink>
        <DialogButton dialog="ta-bort" variant="quiet" icon="trash">
          Ta bort tjänsten
        </DialogButton>
      </div>
      <Dialog id="ta-bort" title="Ta bort tjänsten?">
        <p>
          Grannarna kan inte boka <strong>{service.title}</strong> längre. Bokningar som redan är gjorda gäller. Vill ni
          bara göra ett uppehåll, pausa den i stället.
        </p>
        <IntentForm
          intent="remove-service"
          section="tjansten"
          answer={actionData}
          hidden={{ id: service.id }}
          submit={{ children: 'Ta bort', busyText: 'Tar bort...', variant: 'alarm', icon: 'trash' }}
          className="mt-5"
        />
      </Dialog>
    </>
  )
}
