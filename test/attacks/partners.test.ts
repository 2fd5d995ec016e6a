import { expect, test } from 'vitest'
import { openLink } from '~/alarms/answer/open-link.server'
import { takeAlarm } from '~/alarms/answer/take-alarm.server'
import { linkToken } from '~/alarms/engine/links/link-token.server'
import { readFollowedAlarm } from '~/alarms/history/alarm-view-store.server'
import { readCompanyBoard } from '~/alarms/partner/read-board.server'
import { readAreas, readCallStanding } from '~/companies/public.server'
import { saveCompany } from '~/companies/save-company.server'
import { checkPermit, removePermit } from '~/company-desk/check-permit.server'
import { readCompanyForAdmin } from '~/company-desk/read-company-for-admin.server'
import { approveCompany, declineNames, hideCompany, restoreCompany } from '~/company-desk/review-company.server'
import { readSafetyPartners } from '~/directory/public.server'
import { readCoverage, readDispatchList, tellOfUncovered } from '~/guards/public.server'
import { savePostcode } from '~/postcodes/postcode-store.server'
import { notThere } from '~/shared/outcome'
import { readMemberOverview } from '~/shell/overviews/read-member-overview.server'
import { press, textsTo, workOff } from '../support/alarms'
import { employGuard, letBeCalled, newPhone, newPostcode } from '../support/guards'
import { useHouse } from '../support/house'
import { mailTo } from '../support/letters'
import { found, refusalFrom, valueFrom } from '../support/outcome'
import { block, joinAsAdmin, joinAsCompany, joinAsMember, type Resident } from '../support/people'
import { companyOf, nameRow } from '../support/sponsorship'

/**
 * What a guard company, or somebody with its login, tries in order to receive alarms where and under the name it likes.
 */

const house = useHouse()

async function openStreet(companyName = 'Söderort Trygghet AB') {
  const postcode = newPostcode()
  await savePostcode(house.db, { code: postcode, name: 'Prov', state: 'open', latitude: null, longitude: null })
  const owner = await joinAsCompany(house, { postcode, companyName })
  const { id: companyId } = await companyOf(house, owner)
  await letBeCalled(house, companyId)
  const phone = newPhone()
  const guardId = await employGuard(house, companyId, { phone })
  const member = await joinAsMember(house, { postcode })
  return { postcode, owner, companyId, guardId, phone, member }
}

const profile = (given: Record<string, string> = {}) => ({
  ...{ name: 'Söderort Trygghet AB', orgNumber: '556016-0680', category: 'security', address: 'Gatan 1' },
  ...{ postcode: '125 40', phone: '08-12 34 56 79', email: 'hej@exempel.se', bio: '' },
  ...given,
})
const save = (owner: Resident, given: Record<string, string> = {}) =>
  saveCompany(house, owner.signedIn, profile(given)).then(valueFrom)
const whyNot = async (companyId: string) =>
  (await readCallStanding(house.db, companyId, house.clock.now())).whyNotCalled
const seen = async (companyId: string) => ({ seen: String((await nameRow(house.db, companyId)).name_version) })
const level = async (postcode: string) =>
  (await readCoverage(house.db, [postcode], house.clock.now())).get(postcode)?.level

test('a partner that changes its own postcode is still called only in its old area', async () => {
  const { owner, companyId, postcode, guardId, phone, member } = await openStreet()
  const victim = await openStreet('Ärlig Vakt AB')
  await save(owner, { postcode: victim.postcode })
  expect(await readAreas(house.db, companyId)).toEqual([postcode])
  expect(await whyNot(companyId)).toBeNull()

  const { alarmId } = await press(house, victim.member, {
    message: 'Jag gömmer mig',
    latitude: '59.2',
    longitude: '18',
  })
  await workOff(house)
  expect(textsTo(house, phone)).toEqual([])
  expect(textsTo(house, victim.phone)).toHaveLength(1)
  const thief = { kind: 'partner', companyId, guardId, via: 'page' } as const
  expect(await takeAlarm(house, thief, alarmId)).toEqual(notThere)
  expect((await readCompanyBoard(house, owner.signedIn)).alarms).toEqual([])

  await press(house, member)
  await workOff(house)
  expect(textsTo(house, phone)).toHaveLength(1)
})

test('a partner that asks for the name ‘Polisen Älvsjö’ is not called, and the name is shown nowhere', async () => {
  const { owner, companyId, postcode, guardId, phone, member } = await openStreet()
  const admin = await joinAsAdmin(house)
  await house.deliver()
  await save(owner, { name: 'Polisen Älvsjö', postcode })

  expect(await nameRow(house.db, companyId)).toMatchObject({
    ...{ name: 'Söderort Trygghet AB', proposed_name: 'Polisen Älvsjö', review_state: 'waiting' },
  })
  expect(await whyNot(companyId)).toBe('Företaget väntar på granskning.')
  expect(await level(postcode)).toBe('no partner')
  const mails = await house.deliver()
  expect(mails.find(({ subject }) => subject === 'Vi tittar på ert nya namn')?.text).toContain('får ni inga larm')
  expect(mailTo(mails, admin.email).subject).toContain('får inga larm')

  const { alarmId } = await press(house, member)
  await workOff(house)
  expect(textsTo(house, phone)).toEqual([])
  const partner = { kind: 'partner', companyId, guardId, via: 'page' } as const
  expect(await takeAlarm(house, partner, alarmId)).toEqual(notThere)
  const shown = [
    await readMemberOverview(house, member.signedIn),
    await readSafetyPartners(house, 100),
    await readFollowedAlarm(house.db, alarmId, house.clock.now()),
  ]
  expect(JSON.stringify(shown)).not.toContain('Polisen')

  // After it is changed back, everything is as before.
  await save(owner, { postcode })
  expect(await whyNot(companyId)).toBeNull()
  expect(await nameRow(house.db, companyId)).toMatchObject({ proposed_name: null, review_state: 'approved' })
})

test('a partner with an approved new name is not called until a permit is checked for that name', async () => {
  const { owner, companyId, postcode, guardId, member } = await openStreet()
  const { signedIn: admin } = await joinAsAdmin(house)
  await save(owner, { name: 'Nattvakten AB', postcode })
  valueFrom(await approveCompany(house, admin, companyId, await seen(companyId)))
  expect(await nameRow(house.db, companyId)).toMatchObject({ name: 'Nattvakten AB', review_state: 'approved' })
  expect(await whyNot(companyId)).toContain('ett annat namn')
  expect(await level(postcode)).toBe('no partner')

  const permit = { number: 'BEV-1', kind: 'Bevakning', validUntil: '2099-12-31', areas: postcode }
  valueFrom(await checkPermit(house, admin, companyId, { ...permit, ...(await seen(companyId)) }))
  // The payment is not tested here.
  await house.db.updateTable('companies').set({ security_status: 'active' }).where('id', '=', companyId).execute()
  expect(await whyNot(companyId)).toBeNull()
  const { alarmId } = await press(house, member)
  valueFrom(await takeAlarm(house, { kind: 'partner', companyId, guardId, via: 'page' }, alarmId))
  expect((await readFollowedAlarm(house.db, alarmId, house.clock.now()))?.takerName).toBe('Nattvakten AB (Ali)')
})

test('declining a name keeps the old one, sends the reason, and lets alarms come again', async () => {
  const { owner, companyId, postcode } = await openStreet()
  const { signedIn: admin } = await joinAsAdmin(house)
  await save(owner, { name: 'Polisen Älvsjö', postcode })
  await house.deliver()
  const values = { ...(await seen(companyId)), reason: 'Så får ingen heta' }
  valueFrom(await declineNames(house, admin, companyId, values))
  expect(await nameRow(house.db, companyId)).toMatchObject({ name: 'Söderort Trygghet AB', review_state: 'approved' })
  expect(await whyNot(companyId)).toBeNull()
  expect((await house.deliver()).map(({ text }) => text).join()).toContain('Så får ingen heta')
})

test('approving a name fails if the company has asked for another since the administrator looked (race condition)', async () => {
  const { owner, companyId, postcode } = await openStreet()
  const { signedIn: admin } = await joinAsAdmin(house)
  await save(owner, { name: 'Nattvakten AB', postcode })
  const page = found(await readCompanyForAdmin(house, admin, companyId))
  expect(page.asked).toMatchObject({ name: 'Nattvakten AB' })
  await save(owner, { name: 'Polisen Älvsjö', postcode })
  const refusal = refusalFrom(await approveCompany(house, admin, companyId, { seen: String(page.seen) }))
  expect(refusal.message).toContain('sedan du tittade')
  for (const nonsense of [{}, { seen: '' }, { seen: 'x' }, { seen: '999' }]) {
    refusalFrom(await approveCompany(house, admin, companyId, nonsense as Record<string, string>))
  }
  expect(await nameRow(house.db, companyId)).toMatchObject({ name: 'Söderort Trygghet AB', review_state: 'waiting' })

  // Race: whichever comes first, the name is one that an administrator has looked at.
  for (let round = 0; round < 8; round++) {
    await save(owner, { name: `Rimligt Namn ${round}`, postcode })
    const looked = await seen(companyId)
    await Promise.all([
      approveCompany(house, admin, companyId, looked),
      save(owner, { name: 'Polisen Älvsjö', postcode }),
    ])
    const { name } = await nameRow(house.db, companyId)
    expect(name).not.toContain('Polisen')
  }
})

test('a hidden company that asks for a new name is restored under the old one, waiting for review', async () => {
  const { owner, companyId, postcode } = await openStreet()
  const { signedIn: admin } = await joinAsAdmin(house)
  valueFrom(await hideCompany(house, admin, companyId, { reason: 'Utreds', sure: 'on' }))
  await save(owner, { name: 'Polisen Älvsjö', postcode })
  expect(await nameRow(house.db, companyId)).toMatchObject({ name: 'Söderort Trygghet AB', review_state: 'hidden' })
  valueFrom(await restoreCompany(house, admin, companyId, await seen(companyId)))
  expect(await nameRow(house.db, companyId)).toMatchObject({ name: 'Söderort Trygghet AB', review_state: 'waiting' })
  expect(await whyNot(companyId)).not.toBeNull()
})

test('a blocked owner and the company’s guards are not called, cannot open their links and cannot take the alarm', async () => {
  const { owner, companyId, guardId, phone, member, postcode } = await openStreet()
  const own = house.db.updateTable('profiles').where('id', '=', owner.signedIn.person.id)
  await own.set({ phone: '+46701740698' }).execute()
  await own.set({ phone_verified_at: house.clock.now() }).execute()
  const { alarmId } = await press(house, member)
  await workOff(house)
  expect(textsTo(house, '+46701740698')).toHaveLength(1)
  const recipients = await house.db
    .selectFrom('alarm_recipients')
    .select('id')
    .where('alarm_id', '=', alarmId)
    .where('company_id', '=', companyId)
    .execute()
  const tokens = recipients.map(({ id }) => linkToken(house.keys, id))
  expect(tokens).toHaveLength(2)
  for (const token of tokens) expect(await openLink(house, token)).not.toBeNull()

  await block(house, owner, house.clock.now())
  expect(await whyNot(companyId)).toBe('Ägarens konto får inte användas.')
  for (const token of tokens) expect(await openLink(house, token)).toBeNull()
  for (const by of [null, guardId]) {
    const actor = { kind: 'partner', companyId, guardId: by, via: 'link' } as const
    expect(await takeAlarm(house, actor, alarmId)).toEqual(notThere)
  }
  expect(await readDispatchList(house.db, [postcode], house.clock.now())).toEqual([])
  house.clock.forward({ minutes: 6 })
  await workOff(house)
  expect([textsTo(house, '+46701740698').length, textsTo(house, phone).length]).toEqual([1, 1])
})

test.each<[string, (street: Awaited<ReturnType<typeof openStreet>>, admin: Resident) => Promise<unknown>]>([
  [
    'is hidden',
    ({ companyId }, { signedIn }) => hideCompany(house, signedIn, companyId, { reason: 'Utreds', sure: 'on' }),
  ],
  [
    'loses its permit',
    ({ companyId }, { signedIn }) => removePermit(house, signedIn, companyId, { reason: 'Återkallat', sure: 'on' }),
  ],
  ['asks for another name', ({ owner, postcode }) => save(owner, { name: 'Nattvakten AB', postcode })],
])('administrators are told once when the only partner of a postcode %s', async (_, happens) => {
  const street = await openStreet()
  const admin = await joinAsAdmin(house)
  await tellOfUncovered(house)
  await house.deliver()
  await happens(street, admin)
  await tellOfUncovered(house)
  await tellOfUncovered(house)
  const place = `${street.postcode.slice(0, 3)} ${street.postcode.slice(3)}`
  const told = (await house.deliver()).filter(
    ({ recipient, text }) => recipient === admin.email && text.includes(place) && /partner|vaktbolag/i.test(text),
  )
  expect(told).toHaveLength(1)
})

test('administrators are told once each time a postcode loses its last partner', async () => {
  const { owner, postcode } = await openStreet()
  const admin = await joinAsAdmin(house)
  await tellOfUncovered(house)
  await house.deliver()
  await block(house, owner, house.clock.now())
  await Promise.all([tellOfUncovered(house), tellOfUncovered(house)])
  await tellOfUncovered(house)
  const told = (await house.deliver()).filter(({ recipient }) => recipient === admin.email)
  expect(told).toHaveLength(1)
  expect(told[0]?.text).toContain(`${postcode.slice(0, 3)} ${postcode.slice(3)}`)

  await block(house, owner, null)
  expect(await tellOfUncovered(house)).toBe(0)
  await block(house, owner, house.clock.now())
  expect(await tellOfUncovered(house)).toBe(1)
})
