import { href } from 'react-router'
import { z } from 'zod'
import { recordAudit } from '~/audit/public.server'
import { forgetFile, notifyCompany, readPhoto, takePhoto } from '~/companies/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { anId } from '~/shared/id'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { PRODUCT_NAME } from '~/shared/product'

const failure = 'Bilden är kvar'

const removing = z.object({
  id: anId(),
  reason: field.paragraph('Skriv varför, så att företaget förstår', 1000),
})

/**
 * An admin removes a photo that must not be shown. The files are deleted first, so that nobody is told that it is gone
 * while its address still works. Idempotent: without effect if it is gone already.
 */
export async function removePhoto(
  house: House,
  signedIn: SignedIn,
  companyId: string,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  onlyAdmin(signedIn)
  const form = parseForm(removing, values, failure)
  if (!form.ok) return form
  const { id, reason } = form.value
  const photo = await readPhoto(house.db, companyId, id)
  if (!photo) return accepted(null)
  for (const file of [photo.url, photo.cardUrl]) {
    if (!(await forgetFile(house, file))) {
      return refused(failure, { message: 'Filen går inte att ta bort just nu. Försök igen om några minuter.' })
    }
  }
  await house.db.transaction().execute(async (db) => {
    if ((await takePhoto(db, companyId, id)).length === 0) return
    await recordAudit(db, {
      at: house.clock.now(),
      actor: signedIn,
      deed: 'remove photo',
      subject: { kind: 'company', id: companyId },
      reason,
      // Without the alternative text: the audit log stays after the company has left.
      before: { photo: id, service: photo.serviceId },
      after: {},
    })
    await notifyCompany(db, companyId, {
      kind: 'company photo removed',
      subject: 'En av era bilder är borttagen',
      letter: {
        greeting: 'Hej,',
        paragraphs: [
          `En administratör på ${PRODUCT_NAME} har tagit bort er bild ”${photo.alt}”.`,
          `Skälet: ${reason}`,
          'Ni kan lägga upp en annan. Hör av er om ni tycker att det är fel, så tittar vi igen.',
        ],
        action: {
          label: 'Till era bilder',
          url: house.config.origin + pageOf(photo.serviceId),
        },
      },
    })
  })
  house.wake('messages')
  return accepted(null)
}

const pageOf = (serviceId: string | null) =>
  serviceId === null
    ? href('/dashboard/provider/company/photos')
    : href('/dashboard/provider/services/:id/photo', { id: serviceId })
