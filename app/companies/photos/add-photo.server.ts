import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { parseForm, typedValues } from '~/shared/form'
import { accepted, type NotThere, notThere, type Outcome, refused } from '~/shared/outcome'
import { changeCompany, requireOwnCompany } from '../own-company.server'
import { readOwnService } from '../services/service-store.server'
import { readCrop } from '../uploads/crop'
import { notChosen, sentPicture } from '../uploads/draw-anew.server'
import { forgetFile, keepFile } from '../uploads/kept-files.server'
import { makePhoto, photoFailure } from './make-photo.server'
import { mostPhotos } from './photo'
import { newPhotoForm } from './photo-form'
import { insertPhoto, readPhoto, readPhotosOf, takePhotos } from './photo-store.server'

const full = refused(photoFailure, { message: `Ni har redan ${mostPhotos} bilder. Ta bort någon först.` })

/**
 * An owner adds a photo of their company (last in order), or of a service, where it replaces the previous one.
 * Re-encoded, stored, and only then shown. Idempotent: the id comes from the form.
 */
export async function addPhoto(
  house: House,
  signedIn: SignedIn,
  form: FormData,
  serviceId: string | null,
): Promise<Outcome<null> | NotThere> {
  const company = await requireOwnCompany(house.db, signedIn)
  const values = typedValues(form)
  const picture = await sentPicture(form)
  const text = parseForm(newPhotoForm, values, photoFailure)
  if (!text.ok)
    return picture.length > 0 ? text : refused(photoFailure, { fields: { picture: notChosen, ...text.fields } })
  const place = { companyId: company.id, serviceId, id: text.value.id }
  // Checked again under the lock below; checked here to save the work of re-encoding.
  const before = await whyNotAdded(house.db, place)
  if (before) return before

  const drawn = await makePhoto(picture, readCrop(values), house.log)
  if (!drawn.ok) return drawn
  const page = await keepFile(house, drawn.value.page, photoFailure)
  if (!page.ok) return page
  const card = await keepFile(house, drawn.value.card, photoFailure)
  if (!card.ok) {
    await forgetFile(house, page.value)
    return card
  }
  // Re-encoding and storing take a while. Nothing of it may be left behind if the photo is not added after all.
  let unused = [page.value, card.value]
  const answer = await changeCompany<Outcome<null> | NotThere>(house.db, company.id, photoFailure, async (db) => {
    const whyNot = await whyNotAdded(db, place)
    if (whyNot) return whyNot
    const replaced = serviceId === null ? [] : await takePhotos(db, company.id, { serviceId })
    const last = (await readPhotosOf(db, company.id, serviceId)).length
    const photo = { ...text.value, serviceId, url: page.value, cardUrl: card.value }
    await insertPhoto(db, company.id, photo, last + 1, house.clock.now())
    unused = replaced
    return accepted(null)
  })
  for (const file of unused) await forgetFile(house, file)
  return answer
}

type Place = { companyId: string; serviceId: string | null; id: string }

/**
 * The answer if nothing is to be added: the photo exists already, the service is gone, or the limit is reached. Null if
 * it may be added.
 */
async function whyNotAdded(
  db: Database,
  { companyId, serviceId, id }: Place,
): Promise<Outcome<null> | NotThere | null> {
  if (serviceId !== null && !(await readOwnService(db, companyId, serviceId))) return notThere
  // Counted before the id is looked up. If a duplicate of this request commits in between, it must be answered as
  // accepted, not as one photo too many.
  const isFull = serviceId === null && (await readPhotosOf(db, companyId, null)).length >= mostPhotos
  if (await readPhoto(db, companyId, id)) return accepted(null)
  return isFull ? full : null
}
