import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { updatePhoneVerified } from '~/accounts/phone/phone-proof-store.server'
import { readOwnCompany } from '~/companies/public.server'
import { saveConsents } from '~/notifications/choices/save-notices.server'
import { receiveSms, sendDueSms } from '~/notifications/public.server'
import { savePostcode } from '~/postcodes/postcode-store.server'
import { deleteAccount } from '~/shell/leaving/delete-account.server'
import { letBeCalled } from '../../test/support/guards'
import { holdWakes, useHouse } from '../../test/support/house'
import { found, refusalFrom, valueFrom } from '../../test/support/outcome'
import { joinAsAdmin, joinAsCompany, joinAsMember, PASSWORD, type Resident } from '../../test/support/people'
import { strike } from '../../test/support/wall-clock'
import { readBroadcastSearch } from './broadcast-search'
import { discardBroadcast, releaseBroadcast, stopBroadcast } from './decide-broadcast.server'
import { exportBroadcasts } from './export-broadcasts.server'
import { layOutBroadcasts } from './lay-out-broadcasts.server'
import { listBroadcasts, listOwnBroadcasts, readBroadcastForAdmin } from './read-broadcasts.server'
import { askBroadcast } from './write-broadcast.server'

const house = useHouse()
holdWakes(house)
let postcode = ''
/** A postcode and a number of its own for each test: STOP is about everybody who has one. */
let phone = ''
let made = 0
let admin: Resident
let guards: Resident
let neighbour: Resident
let id: string

/** A neighbour who has agreed, and a partner whose words wait to be read; it is noon. */
beforeEach(async () => {
  strike(house.clock, 12)
  made++
  postcode = `1269${made}`
  phone = `+4670175555${made}`
  await house.db.deleteFrom('broadcasts').execute()
  admin = await joinAsAdmin(house)
  await savePostcode(house.db, { code: postcode, name: 'Provet', state: 'open', latitude: null, longitude: null })
  neighbour = await joinAsMember(house, { phone, postcode })
  const { signedIn } = neighbour
  await updatePhoneVerified(house.db, signedIn.person.id, phone, house.clock.now())
  valueFrom(await saveConsents(house, signedIn, { safety_sms: 'on' }))
  guards = await joinAsCompany(house, { companyName: 'Väktarna AB', postcode })
  await letBeCalled(house, (await readOwnCompany(house.db, guards.signedIn.person.id))?.id ?? '')
  const words = { key: randomUUID(), purpose: 'safety_sms', text: 'Lås källaren i natt.' }
  valueFrom(await askBroadcast(house, guards.signedIn, words))
  id = (await listOwnBroadcasts(house, guards.signedIn, null)).broadcasts[0]?.id ?? ''
  house.texted.sent.length = 0
})

const release = () => releaseBroadcast({ house, visitor: admin.visitor, signedIn: admin.signedIn, values: {} }, id)
const leave = () => deleteAccount(house, guards.visitor, guards.signedIn, { password: PASSWORD, understood: 'on' })

test('what a partner asked for is not released once it has left', async () => {
  valueFrom(await leave())
  expect(refusalFrom(await release()).message).toBe('Företaget larmas inte i det kvarteret just nu.')
  await layOutBroadcasts(house)
  await sendDueSms(house)
  expect(house.texted.sent).toEqual([])
})

test('what was on its way stops as it leaves, also what waits for the morning', async () => {
  valueFrom(await release())
  strike(house.clock, 23)
  await layOutBroadcasts(house)
  await sendDueSms(house)
  valueFrom(await leave())
  house.clock.forward({ hours: 10 })
  await layOutBroadcasts(house)
  await sendDueSms(house)
  expect(house.texted.sent).toEqual([])
  expect(found(await readBroadcastForAdmin(house, admin.signedIn, id))).toMatchObject({
    state: 'stopped',
    progress: { calledOff: 1, waiting: 0 },
  })
})

test('whoever has another number while it waits is not sent it at the old one', async () => {
  valueFrom(await release())
  strike(house.clock, 23)
  await layOutBroadcasts(house)
  await sendDueSms(house)
  const { id: personId } = neighbour.signedIn.person
  await house.db.updateTable('profiles').set({ phone: '+46701749998' }).where('id', '=', personId).execute()
  // The old one belongs to somebody else by now, who wants none: no consent of anybody's hangs on it.
  await receiveSms(house, { providerId: randomUUID(), fromPhone: phone, text: 'STOPP' })
  house.clock.forward({ hours: 10 })
  await sendDueSms(house)
  expect(house.texted.sent).toEqual([])
})

test('who is no administrator reads no list, no file and no broadcast of it, discards none and stops none of another’s', async () => {
  const all = readBroadcastSearch(new URLSearchParams())
  for (const { signedIn } of [guards, neighbour]) {
    await expect(listBroadcasts(house, signedIn, all, null)).rejects.toThrow('not allowed')
    await expect(exportBroadcasts(house, signedIn, all)).rejects.toThrow('not allowed')
    await expect(readBroadcastForAdmin(house, signedIn, id)).rejects.toThrow('not allowed')
    await expect(discardBroadcast(house, signedIn, id)).rejects.toThrow('not allowed')
  }
  valueFrom(await release())
  await expect(stopBroadcast(house, neighbour.signedIn, id)).rejects.toThrow('not allowed')
})

/** What has been written to the partner since it was last asked. */
const toldPartner = async () =>
  (await house.deliver()).filter(({ recipient }) => recipient === guards.email).map(({ subject }) => subject)

test('a partner is told that its words go out, and when an administrator stops them', async () => {
  await toldPartner()
  valueFrom(await release())
  expect(await toldPartner()).toEqual(['Ert utskick är godkänt'])
  valueFrom(await stopBroadcast(house, admin.signedIn, id))
  expect(await toldPartner()).toEqual(['Ert utskick är stoppat'])
})

test('a partner that stops its own words need not be told so', async () => {
  valueFrom(await release())
  await toldPartner()
  valueFrom(await stopBroadcast(house, guards.signedIn, id))
  expect(await toldPartner()).toEqual([])
})
