import { expect, test } from 'vitest'
import { notThere } from '~/shared/outcome'
import { dayOf, daysAfter } from '~/shared/time'
import { deleteAccount } from '~/shell/leaving/delete-account.server'
import { useHouse } from '../../../test/support/house'
import { mailTo } from '../../../test/support/letters'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import {
  joinAsAdmin,
  joinAsAmbassador,
  joinAsCompany,
  joinAsMember,
  PASSWORD,
  type Resident,
} from '../../../test/support/people'
import { addMonths } from '../free-period'
import { giveFreeMonths } from '../give-free-months.server'
import { mailMonthsTaken } from './mails.server'
import { revokeReward, takeRewardBack } from './revoke-reward.server'

const house = useHouse()

let numbers = 0
const newPhone = () => `+4670174${String(3000 + numbers++)}`
const trialEnd = () => daysAfter(dayOf(house.clock.now()), 30)
const sure = { reason: 'Bolaget finns inte', sure: 'on' }

const companyOf = async ({ email }: Resident) =>
  (await house.db.selectFrom('companies').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id

const standing = ({ email }: Resident) =>
  house.db
    .selectFrom('profiles')
    .innerJoin('memberships', 'memberships.profile_id', 'profiles.id')
    .select(['member_status as status', 'free_until as until'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()

const entries = (companyId: string) =>
  house.db.selectFrom('audit_log').selectAll().where('subject_id', '=', companyId).execute()

async function tipped(count: number) {
  const phone = newPhone()
  const member = await joinAsAmbassador(house, { phone })
  const companies = []
  for (let made = 0; made < count; made++)
    companies.push(await companyOf(await joinAsCompany(house, { referredBy: phone })))
  return { phone, member, companies }
}

test('revoking a reward takes months and points back, mails the reason and writes an audit entry', async () => {
  const admin = await joinAsAdmin(house)
  const { member, companies } = await tipped(1)
  const [company = ''] = companies
  await house.deliver()
  house.woken.length = 0
  valueFrom(await revokeReward(house, admin.signedIn, company, sure))

  expect(await standing(member)).toEqual({ status: 'trial', until: null })
  expect(house.woken).toContain('mail')
  const { text } = mailTo(await house.deliver(), member.email)
  expect(text).toContain('Bolaget finns inte')
  expect(text).toContain('inga fria månader kvar från tips')
  expect(text).toContain('500 av poängen')
  expect(await entries(company)).toMatchObject([
    {
      deed: 'revoke ambassador reward',
      actor_id: admin.signedIn.person.id,
      reason: 'Bolaget finns inte',
      before: { state: 'granted' },
      after: { state: 'revoked', points: -500 },
    },
  ])
})

test('revoking one of three rewards lays out the others as if it had never been', async () => {
  const admin = await joinAsAdmin(house)
  const { phone, member, companies } = await tipped(3)
  valueFrom(await revokeReward(house, admin.signedIn, companies[0] ?? '', sure))
  expect(await standing(member)).toEqual({ status: 'free', until: addMonths(trialEnd(), 24) })
  const left = await house.db
    .selectFrom('ambassador_rewards')
    .select(['free_from', 'state'])
    .where('referrer_phone', '=', phone)
    .orderBy('id')
    .execute()
  expect(left).toEqual([
    { free_from: null, state: 'revoked' },
    { free_from: trialEnd(), state: 'granted' },
    { free_from: addMonths(trialEnd(), 12), state: 'granted' },
  ])
})

test('revoking a reward moves that member’s given months earlier, and nobody else’s', async () => {
  const admin = await joinAsAdmin(house)
  const [{ member, companies }, other] = [await tipped(1), await tipped(0)]
  const [memberId, otherId] = [member.signedIn.person.id, other.member.signedIn.person.id]
  for (const id of [memberId, otherId]) {
    const gift = { months: 2, source: 'admin', key: `strömavbrott ${id}`, now: house.clock.now() } as const
    await house.db.transaction().execute((db) => giveFreeMonths(db, id, gift))
  }
  await house.db
    .updateTable('given_months')
    .set({ free_until: '2099-01-01' })
    .where('member_id', '=', otherId)
    .execute()
  const given = (id = memberId) =>
    house.db
      .selectFrom('given_months')
      .select(['free_from', 'free_until'])
      .where('member_id', '=', id)
      .executeTakeFirstOrThrow()
  const after = addMonths(trialEnd(), 12)
  expect(await given()).toEqual({ free_from: after, free_until: addMonths(after, 2) })
  valueFrom(await revokeReward(house, admin.signedIn, companies[0] ?? '', sure))
  expect(await given()).toEqual({ free_from: trialEnd(), free_until: addMonths(trialEnd(), 2) })
  expect(await given(otherId)).toMatchObject({ free_until: '2099-01-01' })
  expect(await standing(member)).toEqual({ status: 'free', until: addMonths(trialEnd(), 2) })
})

test('revoking is idempotent, also when five requests arrive at the same time', async () => {
  const admin = await joinAsAdmin(house)
  const { member, companies } = await tipped(2)
  const [company = ''] = companies
  await house.deliver()
  await Promise.all(Array.from({ length: 5 }, () => revokeReward(house, admin.signedIn, company, sure)))
  valueFrom(await revokeReward(house, admin.signedIn, company, { ...sure, reason: 'En gång till' }))
  expect(await standing(member)).toEqual({ status: 'free', until: addMonths(trialEnd(), 12) })
  expect(await entries(company)).toHaveLength(1)
  mailTo(await house.deliver(), member.email)
})

test('race condition: revoking five rewards while five new ones come leaves sixty months', async () => {
  const admin = await joinAsAdmin(house)
  const { phone, member, companies } = await tipped(5)
  await Promise.all([
    ...companies.map((company) => revokeReward(house, admin.signedIn, company, sure)),
    ...Array.from({ length: 5 }, () => joinAsCompany(house, { referredBy: phone })),
  ])
  expect(await standing(member)).toEqual({ status: 'free', until: addMonths(trialEnd(), 60) })
})

test('revoking a waiting tip closes it: a member who proves the number later gets nothing', async () => {
  const admin = await joinAsAdmin(house)
  const phone = newPhone()
  const company = await companyOf(await joinAsCompany(house, { referredBy: phone }))
  valueFrom(await revokeReward(house, admin.signedIn, company, sure))
  expect(await standing(await joinAsAmbassador(house, { phone }))).toEqual({ status: 'trial', until: null })
  expect(await entries(company)).toMatchObject([
    { before: { state: 'waiting' }, after: { state: 'revoked', points: 0 } },
  ])
})

test('revoking the reward of a deleted member closes it and sends no mail', async () => {
  const admin = await joinAsAdmin(house)
  const { member, companies } = await tipped(1)
  const [company = ''] = companies
  const leaving = { password: PASSWORD, understood: 'on' }
  valueFrom(await deleteAccount(house, member.visitor, member.signedIn, leaving))
  await house.deliver()
  valueFrom(await revokeReward(house, admin.signedIn, company, sure))
  expect(await entries(company)).toMatchObject([{ before: { state: 'granted' }, after: { state: 'revoked' } }])
  expect(await house.deliver()).toEqual([])
})

test('revoking a reward from before points existed takes back months and no points', async () => {
  const admin = await joinAsAdmin(house)
  const { member } = await tipped(0)
  const company = await companyOf(await joinAsCompany(house, { referredBy: newPhone() }))
  const { id } = member.signedIn.person
  const given = { free_from: trialEnd(), free_until: addMonths(trialEnd(), 12), granted_at: house.clock.now() }
  await house.db
    .updateTable('ambassador_rewards')
    .set({ state: 'granted', member_id: id, ...given })
    .where('company_id', '=', company)
    .execute()
  await house.deliver()
  valueFrom(await revokeReward(house, admin.signedIn, company, sure))
  expect(await entries(company)).toMatchObject([{ after: { state: 'revoked', points: 0 } }])
  const { text } = mailTo(await house.deliver(), member.email)
  expect(text).toContain('inga fria månader kvar')
  expect(text).not.toContain('av poängen')
})

test('the mail about revoked months names points only if some were taken, and until when it is free now', async () => {
  const { email, signedIn } = await joinAsMember(house)
  await house.deliver()
  const to = { id: signedIn.person.id, name: 'Siv', email }
  const letterOf = async (freeUntil: string | null, points: number) => {
    await mailMonthsTaken(house, to, { name: 'Pärlan AB' }, 'Bolaget finns inte', freeUntil, points)
    return mailTo(await house.deliver(), to.email).text
  }
  const none = await letterOf('2027-03-05', 0)
  expect(none).toContain('fritt till 5 mars 2027')
  expect(none).not.toContain('av poängen')
  expect(await letterOf(null, 1)).toContain('1 av poängen')
})

test.each([
  ['no reason', { reason: ' ' }, 'reason'],
  ['no confirmation', { sure: '' }, 'sure'],
  ['a reason that is too long', { reason: 'x'.repeat(1001) }, 'reason'],
])('%s is refused at its field', async (_, wrong, field) => {
  const admin = await joinAsAdmin(house)
  const { member, companies } = await tipped(1)
  const answer = await revokeReward(house, admin.signedIn, companies[0] ?? '', { ...sure, ...wrong })
  expect(Object.keys(refusalFrom(answer).fields)).toEqual([field])
  expect((await standing(member)).status).toBe('free')
})

test('revoking is for administrators only, and a company without a tip is not found', async () => {
  const admin = await joinAsAdmin(house)
  const { member, companies } = await tipped(1)
  const owner = await joinAsCompany(house)
  for (const person of [member, owner]) {
    const company = companies[0] ?? ''
    for (const values of [sure, {}])
      await expect(revokeReward(house, person.signedIn, company, values)).rejects.toThrow('not allowed')
    await expect(takeRewardBack(house, person.signedIn, company, 'Utan skäl')).rejects.toThrow('not allowed')
  }
  expect(await revokeReward(house, admin.signedIn, await companyOf(owner), sure)).toEqual(notThere)
})
