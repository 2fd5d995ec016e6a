import { notifyCompany } from '~/companies/public.server'
import { requirePartner } from '~/guards/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { centreForm } from './centre-form'
import { deleteCentre, upsertCentre } from './centre-store.server'

const failure = 'Larmcentralen är inte sparad'

/** A partner sets or changes its centre. The company is notified by mail, because people's alarms go there. */
export async function saveCentre(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const company = await requirePartner(house.db, signedIn)
  const form = parseForm(centreForm, values, failure)
  if (!form.ok) return form
  const { secretKey, inClear, ...given } = form.value
  if (!house.centre.accepts(given.host)) {
    return refused(failure, { fields: { host: 'Adressen hör till ett slutet nät som vi inte når larmcentraler i' } })
  }
  const sealedKey = inClear ? null : secretKey === '' ? undefined : house.keys.seal('centre key', secretKey)
  await house.db.transaction().execute(async (db) => {
    await upsertCentre(db, company.id, { ...given, sealedKey }, house.clock.now())
    await tellOfChange({ ...house, db }, company.id, `Larm skickas nu också till ${given.name}.`)
  })
  house.wake('messages')
  return accepted(null)
}

/** A partner removes its centre. The stored signals are deleted with it. */
export async function removeCentre(house: House, signedIn: SignedIn): Promise<Outcome<null>> {
  const company = await requirePartner(house.db, signedIn)
  await house.db.transaction().execute(async (db) => {
    if (!(await deleteCentre(db, company.id))) return
    await tellOfChange({ ...house, db }, company.id, 'Larm skickas inte längre till någon larmcentral.')
  })
  house.wake('messages')
  return accepted(null)
}

function tellOfChange({ db, config }: { db: Database } & Pick<House, 'config'>, companyId: string, what: string) {
  return notifyCompany(db, companyId, {
    kind: 'centre changed',
    subject: 'Er larmcentral är ändrad',
    letter: {
      greeting: 'Hej,',
      paragraphs: [what, 'Var det inte ni? Byt lösenord och ändra tillbaka.'],
      action: { label: 'Till er larmcentral', url: new URL('/dashboard/provider/centre', config.origin).href },
    },
  })
}
