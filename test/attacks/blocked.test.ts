import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readAdminIds } from '~/accounts/public.server'
import { takeAlarm } from '~/alarms/answer/take-alarm.server'
import { carryOutSteps } from '~/alarms/engine/carry-out-steps.server'
import { readOperatorCallees } from '~/alarms/raise/callee-store.server'
import { setDuty } from '~/alarms/watch/duty.server'
import { readFeedAddress, readFeedFile, renewFeed } from '~/bookings/calendar/follow-calendar.server'
import { releaseBroadcast } from '~/broadcasts/decide-broadcast.server'
import { layOutBroadcasts } from '~/broadcasts/lay-out-broadcasts.server'
import { askBroadcast } from '~/broadcasts/write-broadcast.server'
import { runBulk } from '~/bulk/public.server'
import { beginCompanyBulk, companyBulk } from '~/company-desk/bulk-companies.server'
import type { Asked } from '~/door/deed.server'
import { saveConsents } from '~/notifications/choices/save-notices.server'
import { sendSms } from '~/outbox/public.server'
import { peopleBulk } from '~/people/public.server'
import { savePostcode } from '~/postcodes/postcode-store.server'
import { notThere } from '~/shared/outcome'
import { openNeighbourhood, press, workOff } from '../support/alarms'
import { letBeCalled, newPhone, newPostcode } from '../support/guards'
import { useHouse } from '../support/house'
import { refusalFrom, valueFrom } from '../support/outcome'
import { block, joinAsAdmin, joinAsCompany, joinAsMember, type Resident } from '../support/people'
import { companyOf, nameRow } from '../support/sponsorship'

/**
 * Accounts that are blocked, demoted or deleted receive no alarms, have no access, and their earlier requests are not
 * carried out.
 */

const house = useHouse()

const change = ({ signedIn }: Resident, values: Record<string, unknown>) =>
  house.db.updateTable('profiles').set(values).where('id', '=', signedIn.person.id).execute()
const demote = (who: Resident) => change(who, { user_role: 'member' })
const losses = [
  ['blocked', (who: Resident) => block(house, who, house.clock.now())],
  ['demoted', demote],
] as const

const asked = ({ visitor, signedIn }: Resident, values: Record<string, string>): Asked => ({
  ...{ house, visitor, signedIn, values },
})

test.each(losses)(
  'an operator who was %s while on duty is not called, and the other administrators are',
  async (_, lose) => {
    const [gone, left] = [await joinAsAdmin(house), await joinAsAdmin(house)]
    await setDuty(house, gone.signedIn, true)
    expect((await readOperatorCallees(house.db)).map(({ profileId }) => profileId)).toEqual([gone.signedIn.person.id])
    await lose(gone)
    const called = (await readOperatorCallees(house.db)).map(({ profileId }) => profileId)
    expect(called).not.toContain(gone.signedIn.person.id)
    expect(called).toContain(left.signedIn.person.id)
    expect(await readAdminIds(house.db)).not.toContain(gone.signedIn.person.id)
    await house.db.deleteFrom('operator_duties').execute()
  },
)

test('an operator’s unverified phone number is never called', async () => {
  const admin = await joinAsAdmin(house)
  await change(admin, { phone: newPhone() })
  const called = await readOperatorCallees(house.db)
  expect(called.find(({ profileId }) => profileId === admin.signedIn.person.id)).toMatchObject({ phone: null })
})

test.each(losses)(
  'an alarm message queued for an operator who was %s is withdrawn, and they cannot take the alarm',
  async (_, lose) => {
    const admin = await joinAsAdmin(house)
    await setDuty(house, admin.signedIn, true)
    const { member } = await openNeighbourhood(house)
    const { alarmId } = await press(house, member)
    house.clock.forward({ minutes: 3 })
    // The widening's deliveries are queued but not sent yet.
    while ((await carryOutSteps(house, false, 25)) > 0);
    const theirs = () =>
      house.db
        .selectFrom('alarm_deliveries')
        .innerJoin('alarm_recipients', 'alarm_recipients.id', 'recipient_id')
        .select('state')
        .where('alarm_recipients.alarm_id', '=', alarmId)
        .where('profile_id', '=', admin.signedIn.person.id)
        .execute()
    const queued = (await theirs()).length
    expect(queued).toBeGreaterThan(0)
    await lose(admin)
    const operator = { kind: 'operator', personId: admin.signedIn.person.id } as const
    expect(await takeAlarm(house, operator, alarmId)).toEqual(notThere)
    await workOff(house)
    expect(await theirs()).toEqual(Array(queued).fill({ state: 'withdrawn' }))
    await house.db.deleteFrom('operator_duties').execute()
  },
)

test.each(losses)('a bulk job is stopped when the administrator who began it was %s', async (_, lose) => {
  const admin = await joinAsAdmin(house)
  const { id } = await companyOf(house, await joinAsCompany(house))
  const form = {
    ...{ key: randomUUID(), chosen: id, seen: JSON.stringify({ [id]: 1 }) },
    ...{ deed: 'approve company', reason: 'Min vän', sure: 'on' },
  }
  const job = valueFrom(await beginCompanyBulk(asked(admin, form)))
  await lose(admin)
  while ((await runBulk(house, [peopleBulk, companyBulk])) > 0);
  expect((await nameRow(house.db, id)).review_state).toBe('waiting')
  const row = await house.db.selectFrom('bulk_jobs').select('state').where('id', '=', job.id).executeTakeFirstOrThrow()
  expect(row.state).toBe('stopped')
})

test('a bulk job skips a company whose name changed after it was ticked', async () => {
  const admin = await joinAsAdmin(house)
  const { id } = await companyOf(house, await joinAsCompany(house))
  const form = { key: randomUUID(), chosen: id, deed: 'approve company', reason: 'Granskat', sure: 'on' }
  await house.db.updateTable('companies').set({ name: 'Polisen Älvsjö' }).where('id', '=', id).execute()
  for (const seen of [JSON.stringify({ [id]: 1 }), '', '{', '[]']) {
    valueFrom(await beginCompanyBulk(asked(admin, { ...form, key: randomUUID(), seen })))
    while ((await runBulk(house, [peopleBulk, companyBulk])) > 0);
    expect((await nameRow(house.db, id)).review_state).toBe('waiting')
  }
})

test('the calendar feed of a blocked member returns nothing', async () => {
  const member = await joinAsMember(house)
  valueFrom(await renewFeed(house, member.signedIn))
  const feed = await readFeedAddress(house, member.signedIn)
  const key = new URL(feed?.address ?? '').searchParams.get('key') ?? ''
  expect(await readFeedFile(house, key)).toContain('BEGIN:VCALENDAR')
  await block(house, member, house.clock.now())
  expect(await readFeedFile(house, key)).toBeNull()
})

test('a queued SMS to a member who was blocked is not sent', async () => {
  const member = await joinAsMember(house)
  const phone = newPhone()
  const sms = { kind: 'booking member reminder', recipient: phone, subject: 'Prov', text: 'Prov' } as const
  await sendSms(house.db, { ...sms, personId: member.signedIn.person.id })
  await block(house, member, house.clock.now())
  await house.deliver()
  expect(house.texted.sent.filter(({ recipient }) => recipient === phone)).toEqual([])
})

test('a broadcast of a partner whose owner was blocked is stopped, and a waiting one cannot be released', async () => {
  const postcode = newPostcode()
  await savePostcode(house.db, { code: postcode, name: 'Prov', state: 'open', latitude: null, longitude: null })
  const admin = await joinAsAdmin(house)
  const owner = await joinAsCompany(house, { postcode })
  const { id: companyId } = await companyOf(house, owner)
  await letBeCalled(house, companyId)
  const neighbour = await joinAsMember(house, { postcode })
  const phone = newPhone()
  await change(neighbour, { phone })
  await change(neighbour, { phone_verified_at: house.clock.now() })
  valueFrom(await saveConsents(house, neighbour.signedIn, { safety_sms: 'on' }))
  const ask = async () => {
    const words = { key: randomUUID(), purpose: 'safety_sms', text: 'Lås källaren i natt.' }
    valueFrom(await askBroadcast(house, owner.signedIn, words))
    const newest = house.db.selectFrom('broadcasts').select('id').where('company_id', '=', companyId)
    return (await newest.orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()).id
  }
  const [running, waiting] = [await ask(), await ask()]
  valueFrom(await releaseBroadcast(asked(admin, {}), running))
  await block(house, owner, house.clock.now())
  while ((await layOutBroadcasts(house)) > 0);
  await house.deliver()
  expect(house.texted.sent.filter(({ recipient }) => recipient === phone)).toEqual([])
  refusalFrom(await releaseBroadcast(asked(admin, {}), waiting))
  const states = await house.db
    .selectFrom('broadcasts')
    .select('state')
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute()
  expect(states.map(({ state }) => state)).toEqual(['stopped', 'asked'])
})
