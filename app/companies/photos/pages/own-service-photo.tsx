import { randomUUID } from 'node:crypto'
import { href, Link } from 'react-router'
import { answerTo } from '~/door/answer.server'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { idIn } from '~/platform/http/path-id.server'
import { readFormData } from '~/platform/http/read-form.server'
import { typedValues } from '~/shared/form'
import { notThere } from '~/shared/outcome'
import { requireOwnCompany } from '../../own-company.server'
import { PortalSection } from '../../parts/portal-section'
import { readOwnService } from '../../services/service-store.server'
import { NewPhoto } from '../parts/new-photo'
import { OwnPhoto } from '../parts/own-photo'
import { photoDeeds, photoForms } from '../photo-deeds.server'
import { readPhotosOf } from '../photo-store.server'
import type { Route } from './+types/own-service-photo'

export function meta({ matches, loaderData, params }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: `Bild: ${loaderData?.title ?? 'tjänsten'}`,
    description: 'Bilden av en tjänst.',
    path: href('/dashboard/provider/services/:id/photo', params),
    hidden: true,
  })
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  const { db } = context.get(houseContext)
  const company = await requireOwnCompany(db, signedIn)
  const service = await readOwnService(db, company.id, idIn(params))
  if (!service) throw answerTo(notThere)
  const [photo] = await readPhotosOf(db, company.id, service.id)
  return { serviceId: service.id, title: service.title, photo, id: randomUUID() as string }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'company')
  const form = await readFormData(request, photoForms)
  const serviceId = idIn(params)
  const house = context.get(houseContext)
  const asked = { house, visitor: context.get(visitorContext), signedIn, values: typedValues(form) }
  return answerDeed(
    photoDeeds(form, href('/dashboard/provider/services/:id/photo', { id: serviceId }), serviceId),
    asked,
  )
}

export default function OwnServicePhotoPage({ loaderData, actionData }: Route.ComponentProps) {
  const { serviceId, title, photo, id } = loaderData
  return (
    <>
      <p>
        <Link
          to={href('/dashboard/provider/services/:id', { id: serviceId })}
          className="link inline-flex min-h-12 items-center"
        >
          Till tjänsten
        </Link>
      </p>
      <h1 className="text-h2 wrap-anywhere">Bild: {title}</h1>
      {photo && (
        <PortalSection id="nu" title="Så syns den">
          <OwnPhoto photo={photo} section="nu" answer={actionData} />
        </PortalSection>
      )}
      <PortalSection
        id="ny"
        title={photo ? 'Byt bild' : 'Lägg upp en bild'}
        lead="Den står vid tjänsten på er sida och när grannarna bokar. Syns någon på den ska hen ha sagt ja. Uppgifter som kameran har lagt i bilden, till exempel var den är tagen, tar vi bort."
      >
        {/* Remounts the form after a save, which clears its fields. */}
        <NewPhoto key={photo?.id} id={id} section="ny" answer={actionData} />
      </PortalSection>
    </>
  )
}
