import { beforeEach, expect, test } from 'vitest'
import { logIn } from '~/accounts/login/log-in.server'
import { saveProfile } from '~/accounts/profile/save-profile.server'
import { readAudit } from '~/audit/public.server'
import { revokeReward } from '~/membership/public.server'
import { signUpCompany } from '~/shell/joining/sign-up-company.server'
import { useHouse } from '../../test/support/house'
import { refusalFrom, valueFrom } from '../../test/support/outcome'
import {
  companyForm,
  joinAsAdmin,
  joinAsAmbassador,
  joinAsCompany,
  PASSWORD,
  type Resident,
} from '../../test/support/people'
import { markTips } from './mark-tips.server'
import { readMarksForAdmin } from './read-marks.server'
import { readPoints } from './read-points.server'
import { approvePoints, takeBackPoints } from './take-back-points.server'

const house = useHouse()

let numbers = 0
const newPhone = () => `+4670174${String(7000 + numbers++)}`

let member: Resident
let phone: string
let admin: Resident
beforeEach(async () => {
  phone = newPhone()
  member = await joinAsAmbassador(house, { phone })
  admin = await joinAsAdmin(house)
})

const tip = (given: Record<string, string> = {}) =>
  joinAsCompany(house, { referredBy: phone, phone: newPhone(), ...given })

async function marks() {
  await markTips(house)
  const all = await readMarksForAdmin(house, admin.signedIn, null)
  return all.marks.filter(({ personId }) => personId === member.signedIn.person.id)
}
const pointsOf = async ({ signedIn }: Resident) => (await readPoints(house, signedIn, null)).balance
const freeUntil = async ({ signedIn }: Resident) =>
  (
    await house.db
      .selectFrom('memberships')
      .select('free_until')
      .where('profile_id', '=', signedIn.person.id)
      .executeTakeFirstOrThrow()
  ).free_until

test('two tips in separate months are not marked', async () => {
  await tip()
  house.clock.forward({ days: 31 })
  await tip()
  expect(await marks()).toEqual([])
})

test('three tips by one member within a month are each marked, and still rewarded', async () => {
  for (let company = 0; company < 3; company++) await tip()
  expect((await marks()).map(({ why }) => why)).toEqual(Array(3).fill('Minst 3 tips till samma medlem inom en månad'))
  expect(await pointsOf(member)).toBe(1500)
  expect(await marks()).toHaveLength(3)
})

test('tips that were rewarded more than ninety days ago are not marked', async () => {
  for (let company = 0; company < 3; company++) await tip()
  house.clock.forward({ days: 91 })
  expect(await marks()).toEqual([])
})

test('a company that signs up in the member’s browser is marked', async () => {
  const answer = valueFrom(await logIn(house, await house.visitor(), { email: member.email, password: PASSWORD }))
  const browser = answer.cookies.filter((cookie) => cookie.startsWith('kvartera.browser='))
  expect(browser).toHaveLength(1)
  const form = companyForm({ referredBy: phone, phone: newPhone() })
  valueFrom(await signUpCompany(house, await house.visitor({ cookies: browser }), form))
  expect((await marks()).map(({ why }) => why)).toEqual([
    'Företaget och medlemmen har varit inloggade i samma webbläsare',
  ])
})

test('a company whose owner later takes the member’s phone number is marked', async () => {
  const owner = await tip()
  expect(await marks()).toEqual([])
  valueFrom(await saveProfile(house, await house.visitor(), owner.signedIn, { name: 'Lind Städ', phone, postcode: '' }))
  expect((await marks()).map(({ why }) => why)).toEqual(['Företaget och medlemmen har samma telefonnummer'])
})

test('an administrator takes back the months and the points of a tip, with a reason that the member is told', async () => {
  const before = await freeUntil(member)
  for (let company = 0; company < 3; company++) await tip()
  const [mark] = await marks()
  expect(mark).toMatchObject({ points: 500, months: 12, bookings: 0, reviews: 0 })
  await expect(readMarksForAdmin(house, member.signedIn, null)).rejects.toThrow('not allowed')
  const asked = { mark: mark?.id ?? '', reason: 'Bolaget finns inte', sure: 'on' }
  expect(
    Object.keys(refusalFrom(await takeBackPoints(house, admin.signedIn, { ...asked, reason: '' })).fields),
  ).toEqual(['reason'])
  house.told.length = 0
  valueFrom(await takeBackPoints(house, admin.signedIn, asked))
  expect(house.told).toEqual([{ to: [`person:${member.signedIn.person.id}`], about: 'points' }])
  expect(await pointsOf(member)).toBe(1000)
  expect((await marks()).map(({ companyId }) => companyId)).not.toContain(mark?.companyId)
  expect(await marks()).toHaveLength(2)
  for (const { id } of await marks()) valueFrom(await takeBackPoints(house, admin.signedIn, { ...asked, mark: id }))
  expect([await pointsOf(member), await freeUntil(member)]).toEqual([0, before])
  expect(await marks()).toEqual([])
  const told = (await house.deliver()).filter(
    ({ recipient, text }) => recipient === member.email && text.includes('finns inte'),
  )
  expect(told).toHaveLength(3)
})

test('an approved mark is not shown again, keeps the points and is audited', async () => {
  for (let company = 0; company < 3; company++) await tip()
  const found = await marks()
  const [first] = found
  const mark = first?.id ?? ''
  for (const deed of [approvePoints, takeBackPoints]) {
    const asked = { mark, reason: 'Mina egna', sure: 'on' }
    await expect(deed(house, member.signedIn, asked)).rejects.toThrow('not allowed')
  }
  valueFrom(await approvePoints(house, admin.signedIn, { mark }))
  expect((await marks()).map(({ id }) => id)).toEqual(found.slice(1).map(({ id }) => id))
  for (const { id } of await marks()) valueFrom(await approvePoints(house, admin.signedIn, { mark: id }))
  expect(await marks()).toEqual([])
  const deeds = await readAudit(house.db, { kind: 'person', id: member.signedIn.person.id }, 5)
  expect(deeds.map(({ deed, after }) => [deed, after])).toEqual(
    found.toReversed().map(({ companyId }) => ['approve points', { company: companyId }]),
  )
  expect(await pointsOf(member)).toBe(1500)
})

test('a reward that is taken back on the company’s page settles its mark', async () => {
  for (let company = 0; company < 3; company++) await tip()
  const [first] = await marks()
  const sure = { reason: 'Påhittat', sure: 'on' }
  valueFrom(await revokeReward(house, admin.signedIn, first?.companyId ?? '', sure))
  expect((await marks()).map(({ companyId }) => companyId)).not.toContain(first?.companyId)
  // If the tip is marked again meanwhile, taking back settles that mark too.
  const id = first?.id ?? ''
  await house.db.updateTable('point_marks').set({ settled_at: null }).where('id', '=', id).execute()
  expect((await marks()).map(({ companyId }) => companyId)).toContain(first?.companyId)
  valueFrom(await takeBackPoints(house, admin.signedIn, { ...sure, mark: id }))
  expect((await marks()).map(({ companyId }) => companyId)).not.toContain(first?.companyId)
})
