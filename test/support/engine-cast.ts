import type { Partner } from '~/alarms/alarm'
import type { SignedIn } from '~/platform/auth/sessions.server'
import { employGuard, giveOwner, newPhone, newPostcode, openPartner } from './guards'
import type { TestHouse } from './house'
import { joinAsAdmin, joinAsMember } from './people'

/** Two members, two companies with two guards each on three phones, and an operator. */
export type Cast = {
  members: [SignedIn, SignedIn]
  /** What tells who a message is about, and must be in none but the taker's own. */
  secrets: [string, string]
  phones: [string, string, string]
  guards: Partner[]
  operator: string
}

export async function gather(house: TestHouse): Promise<Cast> {
  const postcode = newPostcode()
  const secrets: Cast['secrets'] = ['Astrid Hemlig', 'Birger Hemlig']
  const members = []
  for (const name of secrets) members.push((await joinAsMember(house, { name, postcode })).signedIn)
  const [first, second] = members
  if (!first || !second) throw new Error('nobody lives there')
  const phones: Cast['phones'] = [newPhone(), newPhone(), newPhone()]
  const guards: Partner[] = []
  for (const [name, own] of [
    ['Norra Vakt AB', 0],
    ['Södra Vakt AB', 1],
  ] as const) {
    const { id: companyId } = await openPartner(house, { name, postcode })
    const ownerId = await giveOwner(house, companyId)
    // So that there is a letterbox to pass on to.
    await house.db.updateTable('profiles').set({ email_verified: true }).where('id', '=', ownerId).execute()
    for (const phone of [phones[own], phones[2]]) {
      const guardId = await employGuard(house, companyId, { phone, name: `Vakt ${guards.length + 1}` })
      guards.push({ kind: 'partner', companyId, guardId, via: 'link' })
    }
  }
  const operator = (await joinAsAdmin(house)).signedIn.person.id
  const reached = { phone: newPhone(), phone_verified_at: new Date() }
  await house.db.updateTable('profiles').set(reached).where('id', '=', operator).execute()
  return { members: [first, second], secrets, phones, guards, operator }
}

/** Of earlier stories nothing is left, not even the history, which only the owner of the tables can do; and everybody has just come on duty. */
export async function beginAnew(house: TestHouse, { guards }: Cast) {
  const [since, until] = [-3_600_000, 8 * 3_600_000].map((ms) => new Date(Date.now() + ms))
  const ids = guards.flatMap(({ guardId }) => guardId ?? [])
  await house.db
    .updateTable('guards')
    .set({ on_duty_since: since, on_duty_until: until })
    .where('id', 'in', ids)
    .execute()
  await house.asOwner(`set session_replication_role = replica;
    truncate safety_alarms, alarm_incidents, auditor_words, alarm_pulse cascade`)
}
