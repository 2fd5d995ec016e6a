import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { parseForm, typedValues } from '~/shared/form'
import { accepted, type NotThere, notThere, type Outcome, refused } from '~/shared/outcome'
import { requireOwnCompany } from '../own-company.server'
import { lockCompany } from '../own-company-store.server'
import { readOwnService } from '../services/service-store.server'
import { readCrop } from '../uploads/crop'
import { notChosen, sentPicture } from '../uploads/draw-anew.server'
import { forgetFile, keepFile } from '../uploads/kept-files.server'
import { makePhoto, photoFailure } from './make-photo.server'
import { mostPhotos, newPhotoForm } from './photo'
import { insertPhoto, readPhoto, readPhotosOf, takePhotos } from './photo-store.server'

const full = refused(photoFailure, { message: `Ni har redan ${mostPhotos} bilder. Ta bort någon först.` })

/**
 * An owner, about their company, last in its order, or about one of its services, in place of the picture it had: drawn
 * anew, stored, and only then shown. The form brings the id, so sending it twice adds one.
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
  // Once more where it counts; asked here so that nothing is drawn in vain.
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
  const { answer, unused } = await house.db.transaction().execute(async (db) => {
    // Drawing and storing take their time, and whoever has left meanwhile leaves no picture.
    const isThere = await lockCompany(db, company.id)
    const answer = isThere ? await whyNotAdded(db, place) : notThere
    if (answer) return { answer, unused: [page.value, card.value] }
    const replaced = serviceId === null ? [] : await takePhotos(db, company.id, { serviceId })
    const last = (await readPhotosOf(db, company.id, serviceId)).length
    const photo = { ...text.value, serviceId, url: page.value, cardUrl: card.value }
    await insertPhoto(db, company.id, photo, last + 1, house.clock.now())
    return { answer: accepted(null), unused: replaced }
  })
  for (const file of unused) await forgetFile(house, file)
  return answer
}

type Place = { companyId: string; serviceId: string | null; id: string }

/** What to answer when there is nothing to add: it is there already, the service is gone, or there is no room. */
async function whyNotAdded(
  db: Database,
  { companyId, serviceId, id }: Place,
): Promise<Outcome<null> | NotThere | null> {
  if (serviceId !== null && !(await readOwnService(db, companyId, serviceId))) return notThere
  // Counted first: the same send may come in between the two looks, and is no fifth beside itself.
  const isFull = serviceId === null && (await readPhotosOf(db, companyId, null)).length >= mostPhotos
  if (await readPhoto(db, companyId, id)) return accepted(null)
  return isFull ? full : null
}
