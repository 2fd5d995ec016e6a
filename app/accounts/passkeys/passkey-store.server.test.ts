import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '~/platform/database/database.server'
import { whileKept } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { valueFrom } from '../../../test/support/outcome'
import { askedToAdd, withPasskey } from '../../../test/support/passkeys'
import { enter, joinAsMember, type Resident } from '../../../test/support/people'
import { readAccount } from '../account-store.server'
import { deleteChallengesOf, deletePasskeysOf, readPasskeys, settleSecondStep } from './passkey-store.server'
import { removePasskey } from './remove-passkey.server'

/* The passkey statements change one person's passkeys and nobody else's. */

const house = useHouse()
const idOf = ({ signedIn }: Resident) => signedIn.person.id
const keysOf = async (person: Resident) => (await readPasskeys(house.db, idOf(person))).map(({ name }) => name)

test('removes only the chosen key; removing all of a person’s keys leaves other people’s', async () => {
  const first = await withPasskey(house, await joinAsMember(house), { name: 'Telefon' })
  const siv = await withPasskey(house, first, { name: 'Dator' })
  const olle = await withPasskey(house, await joinAsMember(house))
  const [phone] = await readPasskeys(house.db, idOf(siv))
  valueFrom(await removePasskey({ house, ...siv, values: { passkeyId: phone?.id ?? '' } }))
  expect(await keysOf(siv)).toEqual(['Dator'])
  await deletePasskeysOf(house.db, idOf(siv))
  expect([await keysOf(siv), await keysOf(olle)]).toEqual([[], ['Min telefon']])
})

test('turning on a second step affects one person, and logs nobody else out', async () => {
  const siv = await withPasskey(house, await joinAsMember(house))
  const olle = await withPasskey(house, await joinAsMember(house))
  expect(await settleSecondStep(house.db, idOf(siv), siv.signedIn.sessionId, true)).toBe(true)
  const has = await Promise.all([siv, olle].map((one) => readAccount(house.db, idOf(one))))
  expect(has.map(({ two_factor_enabled }) => two_factor_enabled)).toEqual([true, false])
  for (const one of [siv, olle]) await enter(house, one.cookies)
})

test('no session of the person begins while the second step is being turned on', async () => {
  const siv = await withPasskey(house, await joinAsMember(house))
  const begin = (db: Database) =>
    sql`insert into sessions (profile_id, token, expires_at) values (${idOf(siv)}, ${randomUUID()}, now())`.execute(db)
  const turnOn = (db: Database) => settleSecondStep(db, idOf(siv), null, true)
  await expect(whileKept(house.db, turnOn, begin)).rejects.toMatchObject({ code: '55P03' })
})

test('deletes the challenges of one person only', async () => {
  const [siv, olle] = [
    await askedToAdd(house, await joinAsMember(house)),
    await askedToAdd(house, await joinAsMember(house)),
  ]
  await deleteChallengesOf(house.db, idOf(siv))
  const left = await house.db.selectFrom('passkey_challenges').select('profile_id').execute()
  expect(left.filter(({ profile_id }) => [siv, olle].some((one) => idOf(one) === profile_id))).toEqual([
    { profile_id: idOf(olle) },
  ])
})
