import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { isId } from '~/shared/asked'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { movedByOne } from '../moved-by-one'
import { changeCompany, requireOwnCompany } from '../own-company.server'
import { lockCompany } from '../own-company-store.server'
import { forgetFile } from '../uploads/kept-files.server'
import { photoTextForm } from './photo-form'
import { orderPhotos, readPhotosOf, takePhotos, updatePhotoText } from './photo-store.server'

type Values = Record<string, string>

const failure = 'Texten är inte sparad'

const idOf = ({ id }: Values) => (id !== undefined && isId(id) ? id : null)

/** An owner changes the alternative text of a photo. */
export async function changePhotoText(house: House, signedIn: SignedIn, values: Values): Promise<Outcome<null>> {
  const company = await requireOwnCompany(house.db, signedIn)
  const form = parseForm(photoTextForm, values, failure)
  if (!form.ok) return form
  const id = idOf(values)
  return changeCompany(house.db, company.id, failure, async (db) => {
    const isChanged = id !== null && (await updatePhotoText(db, company.id, id, form.value.alt))
    return isChanged ? accepted(null) : refused(failure, { message: 'Bilden finns inte längre.' })
  })
}

/** An owner moves one of the company's own photos a step. The first one is shown in lists. */
export async function movePhoto(house: House, signedIn: SignedIn, values: Values): Promise<Outcome<null>> {
  const company = await requireOwnCompany(house.db, signedIn)
  return changeCompany(house.db, company.id, 'Bilden är inte flyttad', async (db) => {
    const ids = (await readPhotosOf(db, company.id, null)).map(({ id }) => id)
    await orderPhotos(db, company.id, movedByOne(ids, idOf(values) ?? '', values.direction))
    return accepted(null)
  })
}

/** Removes a photo. Without effect if it is gone already or another company's. */
export async function removePhoto(house: House, signedIn: SignedIn, values: Values): Promise<Outcome<null>> {
  const company = await requireOwnCompany(house.db, signedIn)
  const id = idOf(values)
  if (id === null) return accepted(null)
  const files = await house.db.transaction().execute((db) => takePhoto(db, company.id, id))
  for (const file of files) await forgetFile(house, file)
  return accepted(null)
}

/**
 * Part of the transaction of an authorised caller: deletes a photo and closes the gap in the order. Returns its files.
 */
export async function takePhoto(db: Database, companyId: string, id: string): Promise<string[]> {
  await lockCompany(db, companyId)
  const files = await takePhotos(db, companyId, { id })
  const left = await readPhotosOf(db, companyId, null)
  await orderPhotos(
    db,
    companyId,
    left.map((photo) => photo.id),
  )
  return files
}
