import { randomUUID } from 'node:crypto'
import { href } from 'react-router'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readFormData } from '~/platform/http/read-form.server'
import { typedValues } from '~/shared/form'
import { ErrorSummary } from '~/ui/form/error-summary'
import { requireOwnCompany } from '../../own-company.server'
import { CompanyTabs } from '../../parts/company-tabs'
import { PortalSection } from '../../parts/portal-section'
import { NewPhoto } from '../parts/new-photo'
import { OwnPhoto } from '../parts/own-photo'
import { mostPhotos } from '../photo'
import { photoDeeds, photoForms } from '../photo-deeds.server'
import { readPhotosOf } from '../photo-store.server'
import type { Route } from './+types/own-photos'

const address = href('/dashboard/provider/company/photos')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Bilder',
    description: 'Bilder på det ni gör, för grannarna.',
    path: address,
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  const { db } = context.get(houseContext)
  const company = await requireOwnCompany(db, signedIn)
  return { company, photos: await readPhotosOf(db, company.id, null), id: randomUUID() as string }
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'company')
  const form = await readFormData(request, photoForms)
  const house = context.get(houseContext)
  const asked = { house, visitor: context.get(visitorContext), signedIn, values: typedValues(form) }
  return answerDeed(photoDeeds(form, address, null), asked)
}

export default function OwnPhotosPage({ loaderData: { company, photos, id }, actionData }: Route.ComponentProps) {
  return (
    <>
      <CompanyTabs company={company} current="Bilder" />
      <PortalSection
        id="nu"
        title={photos.length > 0 ? 'Era bilder' : 'Inga bilder än'}
        lead={
          photos.length > 0
            ? 'I den här ordningen står de på er sida. Den första syns också i listor.'
            : `Högst ${mostPhotos}, på det ni gör eller er lokal. Den första syns också i listor.`
        }
      >
        {actionData?.intent === 'move-photo' && actionData.refusal && (
          <ErrorSummary refusal={actionData.refusal} fieldId={(name) => name} />
        )}
        {photos.length > 0 && (
          <ol className="grid gap-8">
            {photos.map((photo, index) => (
              <li key={photo.id}>
                <OwnPhoto
                  photo={photo}
                  section="nu"
                  answer={actionData}
                  order={{ isFirst: index === 0, isLast: index === photos.length - 1 }}
                />
              </li>
            ))}
          </ol>
        )}
      </PortalSection>
      <PortalSection
        id="ny"
        title="Lägg upp en bild"
        lead="Syns någon på den ska hen ha sagt ja. Uppgifter som kameran har lagt i bilden, till exempel var den är tagen, tar vi bort."
      >
        {photos.length < mostPhotos ? (
          // Remounts the form after a save, which clears its fields.
          <NewPhoto key={photos.length} id={id} section="ny" answer={actionData} />
        ) : (
          <p>Ni har {mostPhotos} bilder, och fler får inte plats. Ta bort någon först.</p>
        )}
      </PortalSection>
    </>
  )
}
