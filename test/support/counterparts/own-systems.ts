import { randomUUID } from 'node:crypto'
import { makeHook } from '~/integrations/hooks/own-hook.server'
import { apiDeeds } from '~/integrations/keys/api-deeds'
import { makeKey } from '~/integrations/keys/own-keys.server'
import { savePostcode } from '~/postcodes/postcode-store.server'
import { employGuard, letBeCalled, newPhone, newPostcode } from '../guards'
import type { TestHouse } from '../house'
import { valueFrom } from '../outcome'
import { joinAsCompany, joinAsMember, type Resident } from '../people'
import { companyOf } from '../sponsorship'

/** A guard company with an owner who can log in, in a postcode of its own with a member. */
export async function openOwnedPartner(house: TestHouse, postcode = newPostcode()) {
  await savePostcode(house.db, { code: postcode, name: 'Prov', state: 'open', latitude: null, longitude: null })
  const owner = await joinAsCompany(house, { postcode, companyName: 'Söderort Trygghet AB' })
  const { id: companyId } = await companyOf(house, owner)
  await letBeCalled(house, companyId)
  const guardId = await employGuard(house, companyId, { phone: newPhone() })
  const member = await joinAsMember(house, { postcode })
  return { postcode, owner, companyId, guardId, member }
}

export async function addHook(house: TestHouse, owner: Resident, url: string) {
  const id = randomUUID()
  const { secret } = valueFrom(await makeHook(house, owner.signedIn, { id, url }))
  return { id, secret }
}

export const keyValues = (postcodes: readonly string[], deeds: readonly string[] = Object.keys(apiDeeds)) => ({
  ...{ id: randomUUID(), name: 'Ledningssystemet', days: '90' },
  ...Object.fromEntries(deeds.map((deed) => [`may-${deed}`, 'on'])),
  ...Object.fromEntries(postcodes.map((code) => [`in-${code}`, 'on'])),
})

export async function addKey(house: TestHouse, owner: Resident, values: Record<string, string>): Promise<string> {
  const { visitor, signedIn } = owner
  return valueFrom(await makeKey({ house, visitor, signedIn, values })).secret
}
