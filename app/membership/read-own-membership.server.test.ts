import { beforeEach, expect, test } from 'vitest'
import { readOpenMonths } from '~/payments/public.server'
import { readChargeToPay } from '~/payments/read-charge.server'
import { setClock } from '../../test/support/bookings'
import { useHouse } from '../../test/support/house'
import { found, valueFrom } from '../../test/support/outcome'
import { joinAsMember } from '../../test/support/people'
import { returnToMembership } from './course/change-course.server'
import { runMemberships } from './course/run-memberships.server'
import { readOwnMembership } from './read-own-membership.server'

/* What a member reads about the next payment, in each state of the membership. */

const house = useHouse()
beforeEach(() => setClock('2026-11-20T12:00:00Z'))

type Given = Record<string, string | number | Date | null>

test.each<[string, { open?: boolean; status?: 'past_due' | 'ended' } & { row?: Given }, string]>([
  ['is in the trial', {}, '39 kr senast 20 december 2026'],
  [
    'is past due',
    { status: 'past_due', row: { past_due_on: '2026-11-19', covered_until: '2026-11-19' } },
    '39 kr, så snart du kan',
  ],
  ['lives in a postcode that is not open', { open: false }, 'Ingen, så länge ditt kvarter inte är öppet'],
  ['is leaving', { row: { leaving_since: new Date('2026-11-19T12:00:00Z') } }, 'Ingen'],
  [
    'has left',
    { status: 'ended', row: { ended_on: '2026-11-19', ended_because: 'left', covered_until: '2026-11-19' } },
    'Ingen',
  ],
])('the next payment is right for a member who %s', async (_, { open = true, status, row }, next) => {
  const { signedIn } = await joinAsMember(house, { postcode: open ? '12540' : '19997' })
  const { id } = signedIn.person
  if (row) await house.db.updateTable('memberships').set(row).where('profile_id', '=', id).execute()
  if (status) await house.db.updateTable('profiles').set({ member_status: status }).where('id', '=', id).execute()
  const shown = await readOwnMembership(house, signedIn)
  expect(shown?.next?.replaceAll('\u00a0', ' ')).toBe(next)
  expect(shown).toMatchObject({ isEnded: status === 'ended', isPastDue: status === 'past_due' })
})

async function joined(row: Given = {}, postcode = '12540') {
  const { signedIn } = await joinAsMember(house, { postcode })
  const set = (change: Given) =>
    house.db.updateTable('memberships').set(change).where('profile_id', '=', signedIn.person.id).execute()
  if (Object.keys(row).length > 0) await set(row)
  return { signedIn, set, read: () => readOwnMembership(house, signedIn) }
}

test('how the next month is paid is said only while there is one to pay', async () => {
  const { read, set } = await joined()
  expect((await read()).payBy).toBe('Med Swish. Vi mejlar en vecka innan det är dags.')
  await set({ leaving_since: house.clock.now() })
  expect((await read()).payBy).toBeNull()
})

test('withdrawing is offered until the fourteenth day is over, and not after the membership has ended', async () => {
  const { read, set } = await joined()
  const until = async (day: string) => {
    setClock(`${day}T12:00:00Z`)
    return (await read()).withdrawUntil
  }
  expect([await until('2026-11-20'), await until('2026-12-04'), await until('2026-12-05')]).toEqual([
    '4 december 2026',
    '4 december 2026',
    null,
  ])
  await set({ ended_on: '2026-11-20', ended_because: 'left' })
  expect(await until('2026-11-20')).toBeNull()
})

test('card payment is offered only where there is something to pay and a card provider', async () => {
  const [open, closed] = [await joined(), await joined({}, '19997')]
  const takes = async ({ signedIn }: typeof open, cards: unknown) =>
    (await readOwnMembership({ ...house, cards: cards as typeof house.cards }, signedIn)).takesCards
  expect(await Promise.all([takes(open, {}), takes(open, null), takes(closed, {})])).toEqual([true, false, false])
})

test('a leaving member is shown as leaving, with the date, until the membership has ended', async () => {
  const { read, set } = await joined()
  expect(await read()).toMatchObject({ isLeaving: false, leavingSince: null, isCovered: true, returnsFree: false })
  await set({ leaving_since: new Date('2026-11-19T12:00:00Z') })
  const leaving = await read()
  expect(leaving).toMatchObject({ isLeaving: true, leavingSince: expect.stringContaining('19 nov') })
  expect(leaving.state.label).toBe('Uppsagt')
  await set({ ended_on: '2026-11-19', ended_because: 'left' })
  expect(await read()).toMatchObject({ isLeaving: false, isEnded: true, withdrawUntil: null })
})

test.each([
  ['days are left', '2026-11-21', '12540', true, true],
  ['no days are left', '2026-11-20', '12540', false, false],
  ['the postcode is not open', '2026-11-20', '19997', true, false],
])('returning is free or not where %s', async (_, covered_until, postcode, returnsFree, isCovered) => {
  const { read } = await joined({ ended_on: '2026-11-19', ended_because: 'left', covered_until }, postcode)
  expect(await read()).toMatchObject({ returnsFree, isCovered })
})

test('the open charge is shown with due day and reference, also to a member who returns', async () => {
  const { read, signedIn, set } = await joined()
  expect(await read()).toMatchObject({ charge: null })
  expect((await read()).state.text).toContain('Vi hör av oss')
  setClock('2026-12-15T12:00:00Z')
  await runMemberships(house)
  const asked = await read()
  expect(asked.charge).toMatchObject({ due: '20 december 2026', reference: expect.stringMatching(/\d/) })
  expect(asked.state.text).not.toContain('Vi hör av oss')
  await set({ ended_on: '2026-12-15', ended_because: 'left', covered_until: '2026-12-15' })
  expect(valueFrom(await returnToMembership(house, signedIn)).payAt).not.toBeNull()
  expect((await read()).next).toBe('Senast 25 december 2026')
})

test('the payment page tells the same last day as the membership page, and the due day before that', async () => {
  const { read, signedIn } = await joined()
  setClock('2026-12-15T12:00:00Z')
  await runMemberships(house)
  const [charge] = await readOpenMonths(house.db, [signedIn.person.id])
  const due = async () => found(await readChargeToPay(house, signedIn, charge?.id ?? '')).dueWords
  expect(await due()).toBe('Senast 20 december 2026.')
  setClock('2026-12-20T12:00:00Z')
  await runMemberships(house)
  const { state } = await read()
  expect(state.text).toContain('Betala senast 2 januari 2027, så fortsätter medlemskapet.')
  expect(await due()).toBe(
    'Månaden från 20 december 2026 är inte betald. Betala senast 2 januari 2027, så fortsätter medlemskapet.',
  )
})

test('a past-due member sees until when the month can be paid', async () => {
  const { read, signedIn } = await joined({ past_due_on: '2026-11-19', covered_until: '2026-11-19' })
  const { id } = signedIn.person
  await house.db.updateTable('profiles').set({ member_status: 'past_due' }).where('id', '=', id).execute()
  expect((await read()).state.text).toContain('Betala senast 2 december 2026')
})
