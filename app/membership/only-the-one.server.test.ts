import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { lockMember } from '~/accounts/public.server'
import { dayOf, daysAfter } from '~/shared/time'
import { useHouse } from '../../test/support/house'
import { found } from '../../test/support/outcome'
import { joinAsAdmin, joinAsAmbassador, joinAsCompany, joinAsMember, type Resident } from '../../test/support/people'
import { companyOf } from '../../test/support/sponsorship'
import { readRewardForAdmin } from './ambassador/read-reward.server'
import { rewardStateLabels } from './ambassador/reward'
import { hasWithdrawn, insertEvents, readCourses, readDueMembers, readEvents } from './course/course-store.server'
import { readMonthToAsk } from './course/month-to-ask.server'
import { runMemberships } from './course/run-memberships.server'
import { exportMembership } from './export-membership.server'
import { addMonths, TRIAL_DAYS } from './free-period'
import { giveFreeMonths, takeBackBoughtMonth } from './give-free-months.server'
import { forgetReferrer, readGrants, readReward, updateToRevoked } from './membership-store.server'

/* Two members side by side: what is done to one must not touch the other. */

const house = useHouse()
let numbers = 0
const newPhone = () => `+4670174${String(3000 + numbers++)}`
const idOf = ({ signedIn }: Resident) => signedIn.person.id
const today = () => dayOf(house.clock.now())
const inTransaction = <Value>(act: (db: typeof house.db) => Promise<Value>) => house.db.transaction().execute(act)

beforeEach(() => {
  house.woken.length = 0
})

async function tipped(name: string) {
  const phone = newPhone()
  const member = await joinAsAmbassador(house, { phone, name })
  const company = await joinAsCompany(house, { referredBy: phone, companyName: `${name} AB` })
  return { member, phone, companyId: (await companyOf(house, company)).id }
}

test('the account export has the member’s own history and tips, with the names of their companies', async () => {
  const [siv, olle] = [await tipped('Siv'), await tipped('Olle')]
  const second = await joinAsCompany(house, { referredBy: siv.phone, companyName: 'Sivs andra AB' })
  // Control: revoking an unknown id revokes nothing.
  await inTransaction((db) => updateToRevoked(db, '00000000-0000-7000-8000-000000000000', 'x', house.clock.now()))
  const file = found(await exportMembership(house.db, idOf(siv.member)))
  expect(file.tips.map(({ företag, status, månader }) => [företag, status, månader])).toEqual([
    ['Sivs andra AB', rewardStateLabels.granted, 12],
    ['Siv AB', rewardStateLabels.granted, 12],
  ])
  expect(file.tips[1]).toMatchObject({ från: expect.any(String), till: expect.any(String) })
  expect(file.frittTill).toBe(file.tips[0]?.till)
  // The day that the pages show: the trial ends with a midnight in Stockholm, which is the day before in UTC.
  const trialEndsOn = daysAfter(dayOf(house.clock.now()), 30)
  expect(JSON.parse(JSON.stringify(file))).toMatchObject({ provperiodTill: trialEndsOn })
  expect(file.historik.length).toBeGreaterThan(0)
  expect(file.historik.at(-1)).toMatchObject({
    när: expect.any(Date),
    vad: expect.any(String),
    medlemTill: expect.any(String),
  })
  expect(await exportMembership(house.db, idOf(second))).toBeNull()
  expect((await readGrants(house.db, idOf(olle.member))).map(({ months }) => months)).toEqual([12])
})

test('an administrator sees the reward of a company’s tip, waiting or granted, and null without a tip', async () => {
  const [admin, siv] = [await joinAsAdmin(house), await tipped('Siv')]
  const waiting = await joinAsCompany(house, { referredBy: '0701749999', companyName: 'Väntar AB' })
  const alone = await joinAsCompany(house, { companyName: 'Ensam AB' })
  expect(await readRewardForAdmin(house, admin.signedIn, siv.companyId)).toMatchObject({
    state: 'granted',
    months: 12,
    referrerPhone: siv.phone.replace(/^\+46(\d\d)(\d{3})(\d\d)(\d\d)$/, '0$1-$2 $3 $4'),
    memberName: 'Siv',
    from: expect.stringMatching(/^\d+ \p{L}+ \d{4}$/u),
    until: expect.stringMatching(/^\d+ \p{L}+ \d{4}$/u),
    revokedReason: null,
  })
  const waits = await readRewardForAdmin(house, admin.signedIn, (await companyOf(house, waiting)).id)
  expect(waits).toMatchObject({
    state: 'waiting',
    referrerPhone: '070-174 99 99',
    memberName: null,
    from: null,
    until: null,
  })
  expect(await readRewardForAdmin(house, admin.signedIn, (await companyOf(house, alone)).id)).toBeNull()
  await expect(readRewardForAdmin(house, siv.member.signedIn, siv.companyId)).rejects.toThrow('not allowed')
})

test('forgetting a referrer clears only that member’s tips', async () => {
  const [siv, olle] = [await tipped('Siv'), await tipped('Olle')]
  expect(await forgetReferrer(house.db, idOf(siv.member))).toEqual([siv.companyId])
  expect(await readReward(house.db, siv.companyId)).toMatchObject({ referrerPhone: null, memberId: null })
  expect(await readReward(house.db, olle.companyId)).toMatchObject({
    referrerPhone: olle.phone,
    memberId: idOf(olle.member),
  })
})

test('taking back a bought month takes that member’s newest, each once, and moves later months earlier', async () => {
  const [siv, olle] = [await joinAsMember(house), await joinAsMember(house)]
  const give = (who: Resident, source: 'points' | 'admin', hours: number) => {
    const now = new Date(house.clock.now().getTime() + hours * 3_600_000)
    return inTransaction((db) => giveFreeMonths(db, idOf(who), { months: 1, source, key: randomUUID(), now }))
  }
  await give(siv, 'points', 0)
  await give(siv, 'points', 1)
  await give(siv, 'admin', 2)
  await give(olle, 'points', 3)
  const takeBack = () =>
    inTransaction(async (db) => takeBackBoughtMonth({ ...house, db }, found(await lockMember(db, idOf(siv)))))
  const left = async (who: Resident) => {
    const rows = house.db
      .selectFrom('given_months')
      .select(['id', 'source', 'free_until as until'])
      .where('member_id', '=', idOf(who))
    return rows.where('revoked_at', 'is', null).orderBy('granted_at').execute()
  }
  const [first, second] = await left(siv)
  expect(await takeBack()).toBe(second?.id)
  expect((await left(siv)).map(({ id, source }) => [id, source])).toEqual([
    [first?.id, 'points'],
    [expect.any(String), 'admin'],
  ])
  // The administrator's month now follows directly after the remaining one.
  const [, given] = await left(siv)
  expect(given?.until).toBe(addMonths(daysAfter(dayOf(house.clock.now()), TRIAL_DAYS), 2))
  expect([await takeBack(), await takeBack()]).toEqual([first?.id, null])
  expect(await left(olle)).toHaveLength(1)
})

test('the next month is charged when cover ends, or today if that has passed, and never for an unknown id', async () => {
  const [siv, olle] = [await joinAsMember(house), await joinAsMember(house)]
  const cover = (who: Resident, covered_until: string) =>
    house.db.updateTable('memberships').set({ covered_until }).where('profile_id', '=', idOf(who)).execute()
  await cover(siv, daysAfter(today(), 5))
  await cover(olle, daysAfter(today(), -5))
  const due = await Promise.all(
    [idOf(siv), idOf(olle), randomUUID()].map((id) => readMonthToAsk(house.db, id, house.clock.now())),
  )
  expect(due).toEqual([daysAfter(today(), 5), today(), null])
  expect((await readCourses(house.db, [idOf(olle)])).map(({ memberId }) => memberId)).toEqual([idOf(olle)])
  expect(await readCourses(house.db, [])).toEqual([])
})

test('events are read for one member, newest first, and hasWithdrawn is true only for who withdrew', async () => {
  const [siv, olle] = [await joinAsMember(house), await joinAsMember(house)]
  const ended = { from: 'trial', to: 'ended', coveredUntil: today(), byAdmin: null } as const
  const event = (who: Resident, why: string) => ({ ...ended, memberId: idOf(who), why })
  await insertEvents(house.db, [event(siv, 'left'), event(olle, 'withdrawn'), event(siv, 'unpaid')], house.clock.now())
  expect((await readEvents(house.db, idOf(siv), 2)).map(({ why }) => why)).toEqual(['unpaid', 'left'])
  expect(await readEvents(house.db, idOf(siv), 9)).toHaveLength(3)
  expect([await hasWithdrawn(house.db, idOf(siv)), await hasWithdrawn(house.db, idOf(olle))]).toEqual([false, true])
})

test('due members are those whose day has come, longest waiting first, up to the limit', async () => {
  await house.db.updateTable('memberships').set({ next_step_on: null }).execute()
  const people = [
    await joinAsMember(house),
    await joinAsMember(house),
    await joinAsMember(house),
    await joinAsMember(house),
  ]
  const days = [0, -1, 1, -9]
  // Somebody with another role keeps the row of the membership, which nothing is done about.
  const became = house.db.updateTable('profiles').set({ user_role: 'admin', member_status: null })
  await became.where('id', '=', people.map(idOf)[3] ?? '').execute()
  for (const [index, who] of people.entries()) {
    const next_step_on = daysAfter(today(), days[index] ?? 0)
    await house.db.updateTable('memberships').set({ next_step_on }).where('profile_id', '=', idOf(who)).execute()
  }
  const [now, before] = people.map(idOf)
  expect(await inTransaction((db) => readDueMembers(db, today(), 9))).toEqual([before, now])
  expect(await inTransaction((db) => readDueMembers(db, today(), 1))).toEqual([before])
})

test('the chore wakes the sender only if it took a step', async () => {
  await house.db.updateTable('memberships').set({ next_step_on: null }).execute()
  expect([await runMemberships(house), house.woken]).toEqual([0, []])
  const siv = await joinAsMember(house)
  await house.db.updateTable('memberships').set({ next_step_on: today() }).where('profile_id', '=', idOf(siv)).execute()
  expect([await runMemberships(house), house.woken]).toEqual([1, ['messages']])
})
