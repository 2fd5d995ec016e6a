import { expect, test } from 'vitest'
import { provePhone, sendPhoneCode } from '~/accounts/phone/phone-proof.server'
import { saveProfile } from '~/accounts/profile/save-profile.server'
import { dayOf, daysAfter } from '~/shared/time'
import { signUpCompany } from '~/shell/joining/sign-up-company.server'
import { signUpMember, signUpShort } from '~/shell/joining/sign-up-member.server'
import { deleteAccount } from '~/shell/leaving/delete-account.server'
import { useHouse } from '../../../test/support/house'
import { mailTo } from '../../../test/support/letters'
import { valueFrom } from '../../../test/support/outcome'
import {
  companyForm,
  enter,
  joinAsAmbassador,
  joinAsCompany,
  joinAsMember,
  memberForm,
  newEmail,
  PASSWORD,
  provePhoneOf,
} from '../../../test/support/people'
import { addMonths } from '../free-period'
import { beginMembership } from './reward-tips.server'

const house = useHouse()

/** Makes numbers that are unique in this file. */
let numbers = 0
const newPhone = () => `+4670174${String(1000 + numbers++)}`

const today = () => dayOf(house.clock.now())
const trialEnd = () => daysAfter(dayOf(house.clock.now()), 30)

const rewardsFor = (phone: string) =>
  house.db
    .selectFrom('ambassador_rewards')
    .selectAll()
    .where('referrer_phone', '=', phone)
    .orderBy('free_from')
    .execute()

async function standing(email: string) {
  return house.db
    .selectFrom('profiles')
    .leftJoin('memberships', 'memberships.profile_id', 'profiles.id')
    .select(['member_status as status', 'free_until as until', 'trial_ends_at as trialEndsAt'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
}

test('a new member begins with a trial of thirty days', async () => {
  for (const signUp of [signUpMember, signUpShort]) {
    const form = memberForm({ phone: newPhone() })
    valueFrom(await signUp(house, await house.visitor(), form))
    const { status, until, trialEndsAt } = await standing(form.email ?? '')
    expect({ status, until }).toEqual({ status: 'trial', until: null })
    expect(trialEndsAt && dayOf(trialEndsAt)).toBe(trialEnd())
  }
})

test('a company that names a member’s proven number gives twelve months after the trial, and both are mailed', async () => {
  const phone = newPhone()
  const member = await joinAsAmbassador(house, { phone })
  const form = companyForm({ companyName: 'Pärlan AB', referredBy: phone.replace('+46', '0') })
  const { cookies } = valueFrom(await signUpCompany(house, await house.visitor(), form))
  await enter(house, cookies)

  expect(await standing(member.email)).toMatchObject({ status: 'free', until: addMonths(trialEnd(), 12) })
  expect(house.woken).toContain('mail')
  const mails = (await house.deliver()).filter(({ subject }) => !subject.includes('Bekräfta'))
  expect(mailTo(mails, member.email).text).toContain('Pärlan AB har gått med')
  const toCompany = mailTo(mails, form.email ?? '').text
  expect(toCompany).toContain('12 månaders fritt medlemskap')
  expect(toCompany).not.toContain(member.signedIn.person.name)
})

test('months given after the trial begin on the day they are given', async () => {
  const phone = newPhone()
  const member = await joinAsAmbassador(house, { phone })
  house.clock.forward({ days: 45 })
  await joinAsCompany(house, { referredBy: phone })
  expect(await standing(member.email)).toMatchObject({ status: 'free', until: addMonths(today(), 12) })
})

test.each(['base', 'sponsor', 'season'])(
  'a company that chooses %s at sign-up begins on the base package, and its tip is rewarded',
  async (plan) => {
    const phone = newPhone()
    const member = await joinAsAmbassador(house, { phone })
    const form = companyForm({ referredBy: phone, plan })
    valueFrom(await signUpCompany(house, await house.visitor(), form))
    expect(await standing(member.email)).toMatchObject({ status: 'free', until: addMonths(trialEnd(), 12) })
    expect(await rewardsFor(phone)).toMatchObject([{ state: 'granted' }])
    const stored = house.db
      .selectFrom('companies')
      .select('plan')
      .where('email', '=', form.email ?? '')
    expect(await stored.execute()).toEqual([{ plan: 'base' }])
  },
)

test('a tip to a company of one’s own, by the same phone number or email, gives nothing', async () => {
  const phone = newPhone()
  const member = await joinAsAmbassador(house, { phone })
  await joinAsCompany(house, { referredBy: phone, phone })
  expect(await rewardsFor(phone)).toEqual([])

  const form = companyForm({ referredBy: newPhone() })
  await joinAsCompany(house, form)
  await house.db
    .updateTable('companies')
    .set({ email: member.email })
    .where('email', '=', form.email ?? '')
    .execute()
  valueFrom(
    await saveProfile(house, member.visitor, member.signedIn, {
      name: 'Eva',
      phone: form.referredBy ?? '',
      postcode: '',
    }),
  )
  await provePhoneOf(house, member)
  expect(await standing(member.email)).toMatchObject({ status: 'trial', until: null })
})

test('a tip to the number of a company stays waiting', async () => {
  const phone = newPhone()
  await joinAsCompany(house, { phone })
  await joinAsCompany(house, { referredBy: phone })
  expect(await rewardsFor(phone)).toMatchObject([{ state: 'waiting', member_id: null }])
})

test('tips wait until a member proves the number, and are rewarded once, not at sign-up', async () => {
  const phone = newPhone()
  await joinAsCompany(house, { referredBy: phone })
  await joinAsCompany(house, { referredBy: phone })
  expect((await rewardsFor(phone)).map(({ state }) => state)).toEqual(['waiting', 'waiting'])

  const form = memberForm({ phone })
  const { cookies } = valueFrom(await signUpMember(house, await house.visitor(), form))
  expect(await standing(form.email ?? '')).toMatchObject({ status: 'trial', until: null })
  const member = await enter(house, cookies)
  await provePhoneOf(house, member)
  await provePhoneOf(house, member)
  expect(await standing(form.email ?? '')).toMatchObject({ status: 'free', until: addMonths(trialEnd(), 24) })
  const mails = (await house.deliver()).filter(({ subject }) => subject.includes('12 fria månader'))
  expect(mails.map(({ recipient }) => recipient)).toEqual([form.email, form.email])
})

test('a number that is only entered gives nothing: the tip goes to the member who proves it later', async () => {
  const phone = newPhone()
  const thief = await joinAsMember(house, { phone })
  await joinAsCompany(house, { referredBy: phone })
  valueFrom(await saveProfile(house, thief.visitor, thief.signedIn, { name: 'Eva', phone, postcode: '' }))
  expect(await standing(thief.email)).toMatchObject({ status: 'trial', until: null })
  const owner = await joinAsAmbassador(house, { phone })
  expect(await standing(owner.email)).toMatchObject({ status: 'free', until: addMonths(trialEnd(), 12) })
  expect(await standing(thief.email)).toMatchObject({ status: 'trial', until: null })
})

test('a person who becomes a member with a number proven before gets the waiting reward', async () => {
  const phone = newPhone()
  const member = await joinAsMember(house, { phone })
  await joinAsCompany(house, { referredBy: phone })
  const { id } = member.signedIn.person
  const begin = () => house.db.transaction().execute((db) => beginMembership({ ...house, db }, id))
  await begin()
  expect(await standing(member.email)).toMatchObject({ status: 'trial' })
  await house.db.updateTable('profiles').set({ phone_verified_at: house.clock.now() }).where('id', '=', id).execute()
  await begin()
  expect(await standing(member.email)).toMatchObject({ status: 'free', until: addMonths(trialEnd(), 12) })
})

test('proving the number by the SMS code gives the months', async () => {
  const phone = newPhone()
  const member = await joinAsMember(house, { phone })
  await joinAsCompany(house, { referredBy: phone })
  valueFrom(await sendPhoneCode(house, member.signedIn, member.visitor))
  await house.deliver()
  const [code = ''] = /^\d{6}/.exec(house.texted.sent.at(-1)?.text ?? '') ?? []
  valueFrom(await provePhone(house, member.signedIn, { code }))
  expect(await standing(member.email)).toMatchObject({ status: 'free', until: addMonths(trialEnd(), 12) })
})

test('the tip of a closed company gives nothing to a member who proves the number later', async () => {
  const phone = newPhone()
  const company = await joinAsCompany(house, { referredBy: phone })
  valueFrom(await deleteAccount(house, company.visitor, company.signedIn, { password: PASSWORD, understood: 'on' }))
  const member = await joinAsAmbassador(house, { phone })
  expect(await standing(member.email)).toMatchObject({ status: 'trial', until: null })
})

test('if two members have proven the same number, the one who proved it first gets the months', async () => {
  const phone = newPhone()
  const second = await joinAsMember(house, { phone })
  const first = await joinAsAmbassador(house, { phone })
  house.clock.forward({ minutes: 1 })
  await provePhoneOf(house, second)
  await joinAsCompany(house, { referredBy: phone })
  expect((await standing(first.email)).status).toBe('free')
  expect((await standing(second.email)).status).toBe('trial')
})

test('twenty companies signing up at the same time give twenty consecutive years', async () => {
  const phone = newPhone()
  const member = await joinAsAmbassador(house, { phone })
  await Promise.all(Array.from({ length: 20 }, () => joinAsCompany(house, { referredBy: phone })))
  expect(await standing(member.email)).toMatchObject({ status: 'free', until: addMonths(trialEnd(), 240) })
  const rewards = await rewardsFor(phone)
  expect(rewards).toHaveLength(20)
  for (const [index, reward] of rewards.entries()) {
    expect([reward.free_from, reward.free_until]).toEqual([
      addMonths(trialEnd(), 12 * index),
      addMonths(trialEnd(), 12 * index + 12),
    ])
  }
})

test('race condition: a tip is rewarded when the company signs up while the member proves the number', async () => {
  const pairs = Array.from({ length: 15 }, () => newPhone())
  await Promise.all(
    pairs.flatMap((phone) => [joinAsCompany(house, { referredBy: phone }), joinAsAmbassador(house, { phone })]),
  )
  const states = await Promise.all(pairs.map(async (phone) => (await rewardsFor(phone)).map(({ state }) => state)))
  expect(states.flat()).toEqual(pairs.map(() => 'granted'))
})

test('saving the profile while ten companies name the number does not deadlock', async () => {
  const phone = newPhone()
  const member = await joinAsAmbassador(house, { phone })
  const save = () => saveProfile(house, member.visitor, member.signedIn, { name: 'Eva', phone, postcode: '' })
  await Promise.all(Array.from({ length: 10 }, () => [joinAsCompany(house, { referredBy: phone }), save()]).flat())
  expect(await standing(member.email)).toMatchObject({ status: 'free', until: addMonths(trialEnd(), 120) })
})

test('a refused sign-up gives no reward and sends no mail', async () => {
  const phone = newPhone()
  const member = await joinAsAmbassador(house, { phone })
  const taken = newEmail()
  await joinAsMember(house, { email: taken })
  await house.deliver()
  const refused = await signUpCompany(house, await house.visitor(), companyForm({ referredBy: phone, email: taken }))
  expect(refused.ok).toBe(false)
  expect(await standing(member.email)).toMatchObject({ status: 'trial', until: null })
  expect(await house.deliver()).toEqual([])
})

test('deleting the account removes the referrer’s number from rewards and companies', async () => {
  const phone = newPhone()
  const member = await joinAsAmbassador(house, { phone })
  const company = await joinAsCompany(house, { referredBy: phone })
  valueFrom(await deleteAccount(house, member.visitor, member.signedIn, { password: PASSWORD, understood: 'on' }))
  expect(await rewardsFor(phone)).toEqual([])
  const named = await house.db
    .selectFrom('companies')
    .select('referred_by_phone')
    .where('email', '=', company.email)
    .executeTakeFirst()
  expect(named).toEqual({ referred_by_phone: null })
})

test('the thanks to a company belong to its owner, whose address is not proven yet', async () => {
  const phone = newPhone()
  await joinAsAmbassador(house, { phone })
  const { email, signedIn } = await joinAsCompany(house, { referredBy: phone })
  const thanks = house.db.selectFrom('outbox_messages').select('person_id').where('kind', '=', 'ambassador thanked')
  expect(await thanks.where('recipient', '=', email).execute()).toEqual([{ person_id: signedIn.person.id }])
})
