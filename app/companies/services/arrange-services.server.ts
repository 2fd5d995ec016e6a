import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { anId } from '~/shared/id'
import { accepted, type Outcome } from '~/shared/outcome'
import { movedByOne } from '../moved-by-one'
import { changeCompany, requireOwnCompany } from '../own-company.server'
import { takePhotos } from '../photos/photo-store.server'
import { forgetFile } from '../uploads/kept-files.server'
import { closeService, orderServices, readOwnServices, setServiceActive } from './service-store.server'

const noId = '00000000-0000-0000-0000-000000000000'
const idOf = (values: Record<string, string>) => anId().catch(noId).parse(values.id)

/** An owner pauses a service, or shows it again. Without effect if it is gone. */
export async function pauseService(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  return setActive(house, signedIn, values, false)
}

export async function resumeService(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  return setActive(house, signedIn, values, true)
}

async function setActive(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
  active: boolean,
): Promise<Outcome<null>> {
  const company = await requireOwnCompany(house.db, signedIn)
  return changeCompany(house.db, company.id, 'Tjänsten är inte ändrad', async (db) => {
    await setServiceActive(db, company.id, idOf(values), active, house.clock.now())
    return accepted(null)
  })
}

/** Removes a service for residents, with its photo. Without effect if it is gone already or another company's. */
export async function removeService(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const company = await requireOwnCompany(house.db, signedIn)
  const id = idOf(values)
  const removed = await changeCompany(house.db, company.id, 'Tjänsten är inte borttagen', async (db) => {
    await closeService(db, company.id, id, house.clock.now())
    return accepted(await takePhotos(db, company.id, { serviceId: id }))
  })
  if (!removed.ok) return removed
  for (const file of removed.value) await forgetFile(house, file)
  return accepted(null)
}

/** An owner moves a service one step. Without effect at the ends of the list. */
export async function moveService(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const company = await requireOwnCompany(house.db, signedIn)
  return changeCompany(house.db, company.id, 'Tjänsten är inte flyttad', async (db) => {
    const services = await readOwnServices(db, company.id)
    const ids = services.map(({ id }) => id)
    await orderServices(db, company.id, movedByOne(ids, idOf(values), values.direction))
    return accepted(null)
  })
}
