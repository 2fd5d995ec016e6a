import { randomUUID } from 'node:crypto'
import type { Partner } from '~/alarms/alarm'
import type { Told } from '~/alarms/circle/circle'
import { insertPerson } from '~/alarms/circle/circle-store.server'
import { hashOfSecret } from '~/alarms/secret-link.server'
import { upsertSubscription } from '~/notifications/choices/push-store.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import { employGuard, giveOwner, newPhone, newPostcode, openPartner } from '../guards'
import type { TestHouse } from '../house'
import { joinAsAdmin, joinAsMember } from '../people'

/**
 * Two members; two companies with two guards each on three phones; a company next door with a guard on a fourth; an
 * operator. One guard here, the guard next door, one member and the operator have push. Each member has named two
 * people: one, named by both, is told at once and of tests too, the other when nobody has answered.
 */
export type Cast = {
  members: [SignedIn, SignedIn]
  /** Texts that identify the member; only the taker's own messages may contain them. */
  secrets: [string, string]
  phones: [string, string, string, string]
  guards: Partner[]
  operator: string
}

export async function gather(house: TestHouse): Promise<Cast> {
  const [postcode, nextDoor] = [newPostcode(), newPostcode()]
  const open = (code: string) => ({ code, name: 'Provby', state: 'open' as const })
  await house.db
    .insertInto('postcodes')
    .values([open(postcode), open(nextDoor)])
    .execute()
  await house.db.insertInto('postcode_neighbours').values({ code: postcode, neighbour: nextDoor }).execute()
  const secrets: Cast['secrets'] = ['Astrid Hemlig', 'Birger Hemlig']
  const members = []
  for (const name of secrets) members.push((await joinAsMember(house, { name, postcode })).signedIn)
  const [first, second] = members
  if (!first || !second) throw new Error('nobody lives there')
  const phones: Cast['phones'] = [newPhone(), newPhone(), newPhone(), newPhone()]
  const guards: Partner[] = []
  for (const [name, own, where] of [
    ['Norra Vakt AB', [phones[0], phones[2]], postcode],
    ['Södra Vakt AB', [phones[1], phones[2]], postcode],
    ['Granne Vakt AB', [phones[3]], nextDoor],
  ] as const) {
    const { id: companyId } = await openPartner(house, { name, postcode: where })
    const ownerId = await giveOwner(house, companyId)
    // A verified address, so that a message can be passed on to the owner by mail.
    await house.db.updateTable('profiles').set({ email_verified: true }).where('id', '=', ownerId).execute()
    for (const phone of own) {
      const guardId = await employGuard(house, companyId, { phone, name: `Vakt ${guards.length + 1}` })
      guards.push({ kind: 'partner', companyId, guardId, via: 'link' })
    }
  }
  const ofBoth = newPhone()
  for (const { person } of [first, second]) {
    await nameInCircle(house, person.id, { phone: ofBoth, told: 'at once', toldOfTests: true })
    await nameInCircle(house, person.id, { phone: newPhone(), told: 'unanswered', toldOfTests: false })
  }
  const operator = (await joinAsAdmin(house)).signedIn.person.id
  const reached = { phone: newPhone(), phone_verified_at: new Date() }
  await house.db.updateTable('profiles').set(reached).where('id', '=', operator).execute()
  return { members: [first, second], secrets, phones, guards, operator }
}

type Named = { phone: string; told: Told; toldOfTests: boolean }

/** Inserts a person of the circle who has accepted. */
async function nameInCircle({ db }: TestHouse, memberId: string, { phone, told, toldOfTests }: Named) {
  const linkHash = hashOfSecret(randomUUID())
  const contact = { phone, email: null }
  await insertPerson(db, { memberId, contact, name: 'Grannen', told, toldOfTests, linkHash }, new Date())
  await db.updateTable('circle_people').set({ accepted_at: new Date() }).where('link_hash', '=', linkHash).execute()
}

/**
 * Removes everything of earlier runs, the append-only history too, which only the tables' owner can do. All guards have
 * just come on duty, and all push subscriptions exist again.
 */
export async function beginAnew(house: TestHouse, { guards, members, operator }: Cast) {
  const [since, until] = [-3_600_000, 8 * 3_600_000].map((ms) => new Date(Date.now() + ms))
  const ids = guards.flatMap(({ guardId }) => guardId ?? [])
  await house.db
    .updateTable('guards')
    .set({ on_duty_since: since, on_duty_until: until })
    .where('id', 'in', ids)
    .execute()
  await house.asOwner(`set session_replication_role = replica;
    truncate safety_alarms, alarm_incidents, auditor_words, alarm_pulse cascade`)
  await house.db.deleteFrom('push_subscriptions').execute()
  const owners = [
    ...[guards[0], guards[4]].flatMap((guard) =>
      guard?.guardId ? [{ kind: 'guard' as const, id: guard.guardId }] : [],
    ),
    ...[members[0].person.id, operator].map((id) => ({ kind: 'person' as const, id })),
  ]
  for (const owner of owners) {
    const endpoint = `https://push.example/${randomUUID()}`
    await upsertSubscription(house.db, owner, { endpoint, p256dh: 'p', auth: 'a', device: 'Prov' }, new Date())
  }
}
