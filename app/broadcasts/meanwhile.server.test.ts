import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { updatePhoneVerified } from '~/accounts/phone/phone-proof-store.server'
import { readAudit } from '~/audit/public.server'
import { readOwnCompany } from '~/companies/public.server'
import { saveConsents } from '~/notifications/choices/save-notices.server'
import { receiveSms, sendDueSms } from '~/notifications/public.server'
import { savePostcode } from '~/postcodes/postcode-store.server'
import { formatPostcode } from '~/postcodes/public'
import { deleteAccount } from '~/shell/leaving/delete-account.server'
import { letBeCalled, setAreas } from '../../test/support/guards'
import { poison } from '../../test/support/held'
import { holdWakes, useHouse } from '../../test/support/house'
import { found, refusalFrom, valueFrom } from '../../test/support/outcome'
import { joinAsAdmin, joinAsCompany, joinAsMember, PASSWORD, type Resident } from '../../test/support/people'
import { strike } from '../../test/support/wall-clock'
import { readBroadcastSearch } from './broadcast-search'
import { declineBroadcast, discardBroadcast, releaseBroadcast, stopBroadcast } from './decide-broadcast.server'
import { exportBroadcasts } from './export-broadcasts.server'
import { layOutBroadcasts } from './lay-out-broadcasts.server'
import { listBroadcasts, listOwnBroadcasts, readBroadcastForAdmin } from './read-broadcasts.server'
import { askBroadcast, draftBroadcast } from './write-broadcast.server'

const house = useHouse()
holdWakes(house)
let postcode = ''
/** Each test has a postcode and a phone number of its own, since STOP applies to everybody with the number. */
let phone = ''
let made = 0
let admin: Resident
let guards: Resident
let neighbour: Resident
let id: string

/** A member who has consented, and a partner's broadcast that waits for a decision; at noon. */
beforeEach(async () => {
  strike(house.clock, 12)
  made++
  postcode = String(12_690 + made)
  phone = `+467017${55_550 + made}`
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

test('a broadcast cannot be released once its partner has deleted the account', async () => {
  valueFrom(await leave())
  expect(refusalFrom(await release()).message).toBe('Företaget larmas inte i det kvarteret just nu.')
  await layOutBroadcasts(house)
  await sendDueSms(house)
  expect(house.texted.sent).toEqual([])
})

test('a running broadcast stops when its partner deletes the account, also SMS that wait for the morning', async () => {
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

test('an SMS that waits is not sent to a number that the member no longer has', async () => {
  valueFrom(await release())
  strike(house.clock, 23)
  await layOutBroadcasts(house)
  await sendDueSms(house)
  const { id: personId } = neighbour.signedIn.person
  await house.db.updateTable('profiles').set({ phone: '+46701749998' }).where('id', '=', personId).execute()
  // The old number belongs to somebody else by now, who answers STOP; no consent depends on it.
  await receiveSms(house, { providerId: randomUUID(), fromPhone: phone, text: 'STOPP' })
  house.clock.forward({ hours: 10 })
  await sendDueSms(house)
  expect(house.texted.sent).toEqual([])
})

test('refuses everybody but administrators to list, export, read and discard, and members to stop', async () => {
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

/** The subjects of the mails to the partner since the last call. */
const toldPartner = async () =>
  (await house.deliver()).filter(({ recipient }) => recipient === guards.email).map(({ subject }) => subject)

test('a partner is told when an administrator releases and stops its broadcast', async () => {
  await toldPartner()
  valueFrom(await release())
  expect(await toldPartner()).toEqual(['Ert utskick är godkänt'])
  valueFrom(await stopBroadcast(house, admin.signedIn, id))
  expect(await toldPartner()).toEqual(['Ert utskick är stoppat'])
})

test('a partner that stops its own broadcast gets no mail about it', async () => {
  valueFrom(await release())
  await toldPartner()
  valueFrom(await stopBroadcast(house, guards.signedIn, id))
  expect(await toldPartner()).toEqual([])
})

test('release and stop are recorded in the audit log, and shown live to administrators and the partner', async () => {
  const company = await readOwnCompany(house.db, guards.signedIn.person.id)
  const both = { to: ['admin', `company:${company?.id}`], about: 'messages' }
  const read = async () => found(await readBroadcastForAdmin(house, admin.signedIn, id))
  const told = () => house.told.filter(({ about }) => about === 'messages')
  await house.deliver()
  const woken = house.woken.length
  house.told.length = 0
  refusalFrom(await stopBroadcast(house, admin.signedIn, id))
  expect([house.told, house.woken.slice(woken)]).toEqual([[], []])
  expect(await read()).toMatchObject({ may: ['release', 'decline'], held: null, isFresh: true, released: null })

  valueFrom(await release())
  expect([told(), house.woken.slice(woken)]).toEqual([[both], ['broadcasts', 'messages']])
  const letters = (await house.deliver()).filter(({ recipient }) => recipient === guards.email)
  expect(letters.map(({ text }) => text)).toEqual([expect.stringContaining('Det går ut till en mottagare.')])
  // No message is queued yet, so the expected recipient counts as waiting.
  expect(await read()).toMatchObject({ may: ['stop'], ended: null, progress: { total: 1, waiting: 1, sent: 0 } })

  valueFrom(await stopBroadcast(house, admin.signedIn, id))
  expect(told()).toEqual([both, both, { to: ['admin'], about: 'messages' }])
  expect(await read()).toMatchObject({ may: [], progress: { total: 0, waiting: 0, calledOff: 0 } })
  expect(await readAudit(house.db, { kind: 'broadcast', id }, 9)).toMatchObject([
    { deed: 'stop broadcast', before: { state: 'running' }, after: {} },
    { deed: 'release broadcast', before: { state: 'asked' }, after: { expected: 1 } },
  ])
  expect((await read()).history).toMatchObject([
    { what: 'Stoppade', who: 'Eva Lind' },
    { what: 'Godkände', who: 'Eva Lind' },
  ])
})

test('mails about a request and a refusal are sent at once, and a reason may have at most a thousand characters', async () => {
  const words = { key: randomUUID(), purpose: 'safety_sms', text: 'Lås cykeln.' }
  house.woken.length = 0
  valueFrom(await askBroadcast(house, guards.signedIn, words))
  expect(house.woken).toEqual(['messages'])
  house.woken.length = 0
  const decline = (length: number) => declineBroadcast(house, admin.signedIn, id, { reason: 'x'.repeat(length) })
  expect(Object.keys(refusalFrom(await decline(1_001)).fields)).toEqual(['reason'])
  expect(house.woken).toEqual([])
  valueFrom(await decline(1_000))
  expect(house.woken).toEqual(['messages'])
})

test('stopping calls off queued SMS itself, without waiting for the worker', async () => {
  valueFrom(await release())
  await layOutBroadcasts(house)
  valueFrom(await stopBroadcast(house, admin.signedIn, id))
  expect(found(await readBroadcastForAdmin(house, admin.signedIn, id)).progress).toMatchObject({
    ...{ total: 1, waiting: 0, calledOff: 1 },
  })
})

test('progress is shown live to both sides when it changes, and not otherwise', async () => {
  const company = await readOwnCompany(house.db, guards.signedIn.person.id)
  const both = { to: ['admin', `company:${company?.id}`], about: 'messages' }
  const toldBy = async () => {
    house.told.length = 0
    await layOutBroadcasts(house)
    return house.told
  }
  expect(await toldBy()).toEqual([])
  valueFrom(await release())
  expect(await toldBy()).toEqual([both])
  await sendDueSms(house)
  expect(await toldBy()).toEqual([both])
  expect(await toldBy()).toEqual([])
  const words = { key: randomUUID(), purpose: 'safety_sms', text: 'Lås cykeln.', postcode }
  const draft = valueFrom(await draftBroadcast(house, admin.signedIn, words))
  valueFrom(await releaseBroadcast({ house, visitor: admin.visitor, signedIn: admin.signedIn, values: {} }, draft.id))
  expect(await toldBy()).toEqual([{ to: ['admin'], about: 'messages' }])
})

test('administrators list waiting or all broadcasts, and a partner’s list says how many it would reach', async () => {
  const listed = async (query: string) => {
    const { waiting, broadcasts } = await listBroadcasts(
      house,
      admin.signedIn,
      readBroadcastSearch(new URLSearchParams(query)),
      null,
    )
    return [waiting, broadcasts.map((one) => one.id === id)]
  }
  const draft = { key: randomUUID(), purpose: 'safety_sms', text: 'Lås cykeln.', postcode }
  for (const text of ['', 'x'.repeat(401)]) {
    const refusal = refusalFrom(await draftBroadcast(house, admin.signedIn, { ...draft, text }))
    expect(Object.keys(refusal.fields)).toEqual(['text'])
  }
  valueFrom(await draftBroadcast(house, admin.signedIn, { ...draft, text: 'x'.repeat(400) }))
  expect(await listed('')).toEqual([1, [false, true]])
  expect(await listed('ordning=skrivet')).toEqual([1, [true, false]])
  expect(await listed('visa=asked')).toEqual([1, [true]])
  expect(await listOwnBroadcasts(house, guards.signedIn, null)).toMatchObject({
    areas: [{ value: postcode }],
    reach: { safety_sms: 1, offers_sms: 0 },
    broadcasts: [{ id, mayStop: false }],
  })
})

test('a partner of several postcodes must choose one of its own', async () => {
  const company = (await readOwnCompany(house.db, guards.signedIn.person.id))?.id ?? ''
  const beside = String(13_690 + made)
  const areas = [postcode, beside]
  await letBeCalled(house, company, '2199-12-31', areas)
  await setAreas(house, company, areas)
  const ask = (where: string) =>
    askBroadcast(house, guards.signedIn, {
      ...{ key: randomUUID(), purpose: 'safety_sms', text: 'Lås cykeln.', postcode: where },
    })
  for (const where of ['', '12540']) expect(Object.keys(refusalFrom(await ask(where)).fields)).toEqual(['postcode'])
  valueFrom(await ask(beside))
  const { broadcasts, reach } = await listOwnBroadcasts(house, guards.signedIn, null)
  expect([broadcasts[0]?.postcode, reach]).toEqual([formatPostcode(beside), undefined])
})

test('the text of an alarm is refused for thirty days', async () => {
  const text = 'OBS någon försöker bryta upp min dörr'
  const draft = () =>
    draftBroadcast(house, admin.signedIn, { key: randomUUID(), purpose: 'safety_sms', text, postcode })
  const daysAgo = (days: number) => new Date(house.clock.now().getTime() - days * 86_400_000)
  for (const [days, isRefused] of [
    [31, false],
    [29, true],
  ] as const) {
    const at = daysAgo(days)
    await house.db
      .insertInto('safety_alarms')
      .values({
        ...{ key: randomUUID(), reported_by: (days === 31 ? neighbour : admin).signedIn.person.id, postcode },
        ...{ message: 'Någon försöker bryta upp min dörr', called_at: at, created_at: at },
      })
      .execute()
    expect((await draft()).ok).toBe(!isRefused)
  }
})

test('a broadcast that cannot be laid out holds up none behind it', async () => {
  valueFrom(await release())
  const words = { purpose: 'safety_sms', text: 'Lås cykeln i natt.', postcode }
  const other = valueFrom(await draftBroadcast(house, admin.signedIn, { key: randomUUID(), ...words })).id
  valueFrom(await releaseBroadcast({ ...admin, house, values: {} }, other))
  const isFirst = `new.broadcast_id = '${id}'`
  const cure = await poison(house, { before: 'insert', on: 'outbox_messages', when: isFirst })
  await expect(layOutBroadcasts(house)).rejects.toThrow('not this one')
  const sendAll = async () => {
    while ((await sendDueSms(house)) > 0);
    return house.texted.sent.map(({ text }) => text)
  }
  expect(await sendAll()).toEqual([expect.stringContaining('Lås cykeln')])
  await cure()
  expect(await layOutBroadcasts(house)).toBe(1)
  expect(await sendAll()).toContainEqual(expect.stringContaining('Lås källaren'))
})
