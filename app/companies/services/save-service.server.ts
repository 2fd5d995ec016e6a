import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { anId } from '~/shared/id'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { changeCompany, requireOwnCompany } from '../own-company.server'
import { mostServices, serviceForm } from './service-form'
import { insertService, readOwnService, readOwnServices, updateService } from './service-store.server'

const failure = 'Tjänsten är inte sparad'
/** Refused before saving: no customer may be promised a deduction that the company cannot apply for. */
const needsFTax = refused(failure, {
  fields: { rut: 'Intyga först under Företaget att ni är godkända för F-skatt' },
})
const gone = refused(failure, { message: 'Tjänsten finns inte längre. Gå tillbaka till listan.' })

/** An owner adds a service, last in the list. Idempotent: the id comes from the form. */
export async function createService(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const company = await requireOwnCompany(house.db, signedIn)
  const form = parseForm(serviceForm, values, failure)
  if (!form.ok) return form
  if (form.value.isRut && !company.f_tax_stated) return needsFTax
  const id = anId().safeParse(values.id)
  if (!id.success) return gone
  return changeCompany(house.db, company.id, failure, async (db) => {
    if (await readOwnService(db, company.id, id.data)) return accepted(null)
    const others = await readOwnServices(db, company.id)
    if (others.length >= mostServices) {
      return refused(failure, { message: `Ni har redan ${mostServices} tjänster. Ta bort någon först.` })
    }
    const last = others.at(-1)?.position ?? 0
    await insertService(db, company.id, id.data, form.value, last + 1)
    return (await readOwnService(db, company.id, id.data)) ? accepted(null) : gone
  })
}

/** An owner changes a service. Existing bookings keep their price. */
export async function changeService(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const company = await requireOwnCompany(house.db, signedIn)
  const form = parseForm(serviceForm, values, failure)
  if (!form.ok) return form
  if (form.value.isRut && !company.f_tax_stated) return needsFTax
  const id = anId().safeParse(values.id)
  if (!id.success) return gone
  return changeCompany(house.db, company.id, failure, async (db) => {
    const isChanged = await updateService(db, company.id, id.data, form.value, house.clock.now())
    return isChanged ? accepted(null) : gone
  })
}
