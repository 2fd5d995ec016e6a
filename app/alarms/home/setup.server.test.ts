import { expect, test } from 'vitest'
import { openKeys } from '~/platform/keys.server'
import { deleteAccount } from '~/shell/leaving/delete-account.server'
import { exportAccount } from '~/shell/leaving/export-account.server'
import { addPartner, press, workOff } from '../../../test/support/alarms'
import { newPostcode } from '../../../test/support/guards'
import { testSecret, useHouse } from '../../../test/support/house'
import { found, refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsMember, PASSWORD, provePhoneOf } from '../../../test/support/people'
import { readSetup } from './read-setup.server'
import { choosePosition, saveHome, takeHomeBack } from './save-setup.server'
import { sealHomesAnew } from './seal-homes-anew.server'
import { readSavedHome } from './setup-store.server'

const house = useHouse()

const typed = {
  street: 'Blåklintsvägen',
  number: '12',
  floor: '3',
  doorName: 'Lindkvist',
  doorCode: '4711#',
  toKnow: 'Hör dåligt, hund',
}
/** Plaintext that must not be readable in storage. */
const traces = /Blåklint|Lindkvist|4711|hund/

const rows = () => house.db.selectFrom('alarm_setups').selectAll().execute()
const missing = async (person: Awaited<ReturnType<typeof joinAsMember>>) =>
  (await readSetup(house, person.signedIn)).missing

test('the setup checklist shrinks with each step, and a test counts only when it has reached somebody', async () => {
  const member = await joinAsMember(house, { postcode: newPostcode() })
  expect(await missing(member)).toEqual(['phone', 'home', 'position', 'test'])
  await provePhoneOf(house, member)
  expect(await missing(member)).toEqual(['home', 'position', 'test'])
  valueFrom(await saveHome(house, member.signedIn, typed))
  expect(await missing(member)).toEqual(['position', 'test'])
  valueFrom(await choosePosition(house, member.signedIn, { share: 'no' }))
  expect(await missing(member)).toEqual(['test'])
  await press(house, member, { test: 'on' })
  await workOff(house)
  // Nobody could be called: pressing alone proves nothing.
  expect(await missing(member)).toEqual(['test'])
  house.clock.forward({ minutes: 6 })
  await workOff(house)
  await addPartner(house, member.signedIn.person.postcode)
  await press(house, member, { test: 'on' })
  expect(await missing(member)).toEqual(['test'])
  expect((await readSetup(house, member.signedIn)).unheard).toMatchObject({ isUnderWay: true })
  await workOff(house)
  expect(await missing(member)).toEqual([])
  valueFrom(await takeHomeBack(house, member.signedIn))
  expect(await missing(member)).toEqual(['home'])
})

test('a home is stored encrypted, and only its own member can read it, even if the row is copied', async () => {
  const [member, stranger] = [await joinAsMember(house), await joinAsMember(house)]
  const { id } = member.signedIn.person
  valueFrom(await saveHome(house, member.signedIn, typed))
  expect((await readSetup(house, member.signedIn)).home).toEqual(typed)
  expect((await readSetup(house, stranger.signedIn)).home).toBeNull()
  expect(JSON.stringify(await rows())).not.toMatch(traces)

  // An attacker with database access copies the row to another profile.
  const [row] = (await rows()).filter(({ profile_id }) => profile_id === id)
  const strangerId = stranger.signedIn.person.id
  await house.db
    .insertInto('alarm_setups')
    .values({ profile_id: strangerId, home_sealed: row?.home_sealed, home_saved_at: row?.home_saved_at })
    .execute()
  expect(await readSavedHome(house, strangerId)).toBeNull()
  expect(await missing(stranger)).toContain('home')
})

test('an invalid home is refused at its field, and the saved one is kept', async () => {
  const member = await joinAsMember(house)
  valueFrom(await saveHome(house, member.signedIn, typed))
  const wrong = await saveHome(house, member.signedIn, { ...typed, street: '' })
  expect(refusalFrom(wrong).fields).toEqual({ street: 'Fyll i gatan' })
  expect((await readSetup(house, member.signedIn)).home).toEqual(typed)
})

test('the setup is in the data export and is deleted with the account', async () => {
  const member = await joinAsMember(house)
  valueFrom(await saveHome(house, member.signedIn, typed))
  valueFrom(await choosePosition(house, member.signedIn, { share: 'yes' }))
  expect(found(await exportAccount(house, member.signedIn)).larmetsInställningar).toMatchObject({
    delarPlatsVidLarm: true,
    hem: { gata: 'Blåklintsvägen', nummer: '12', våning: '3', portkod: '4711#', braAttVeta: 'Hör dåligt, hund' },
  })
  valueFrom(await deleteAccount(house, member.visitor, member.signedIn, { password: PASSWORD, understood: 'on' }))
  expect((await rows()).filter(({ profile_id }) => profile_id === member.signedIn.person.id)).toEqual([])
})

test('re-sealing encrypts homes with the new key once, after which the older key can be removed', async () => {
  const member = await joinAsMember(house)
  const { id } = member.signedIn.person
  valueFrom(await saveHome(house, member.signedIn, typed))
  const newSecret = 'a-newer-secret-only-for-tests-Jt5Pq9'
  const both = openKeys([newSecret, testSecret])
  expect(await sealHomesAnew({ db: house.db, keys: both })).toBeGreaterThan(0)
  expect(await sealHomesAnew({ db: house.db, keys: both })).toBe(0)
  expect((await readSavedHome({ db: house.db, keys: openKeys([newSecret]) }, id))?.home).toEqual(typed)
  expect(await readSavedHome(house, id)).toBeNull()
})
