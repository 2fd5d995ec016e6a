import { expect, test } from 'vitest'
import { type Charge, formatReference } from '~/payments/public.server'
import type { MemberStatus } from '~/shared/role'
import { useHouse } from '../../../test/support/house'
import { joinAsMember, type Resident } from '../../../test/support/people'
import type { Reminder } from './course'
import { tellReminder } from './course-mails.server'
import type { Course } from './keep-course.server'

/* What the letters about the end of a month say, and who gets none. */

const house = useHouse()
let siv: Resident | undefined

const charge = { id: '01900000-0000-7000-8000-000000000001', reference: 'KV1000017' } as Charge

type Given = { status: MemberStatus; byCard: boolean; asked?: Charge | null }

async function told(of: Reminder, { status, byCard, asked = null }: Given) {
  siv ??= await joinAsMember(house)
  await house.deliver()
  const course = {
    memberId: siv.signedIn.person.id,
    member: { name: 'Siv', status },
    coveredUntil: '2027-03-20',
    pastDueOn: '2027-03-20',
    paysByCard: byCard,
  } as Course
  await tellReminder(house, course, of, asked, '2027-03-20')
  const { email } = siv
  const [mail] = (await house.deliver()).filter(({ recipient }) => recipient === email)
  return mail ? `${mail.subject}\n${mail.text.replaceAll('\u00a0', ' ')}` : null
}

test.each<[Reminder, MemberStatus, boolean, string[] | null]>([
  ['a week', 'active', false, ['Dags för nästa månad, senast 20 mars 2027', 'Ditt medlemskap gäller till 20 mars']],
  ['a week', 'free', false, ['Dags för nästa månad, senast 20 mars 2027', 'Du är medlem utan kostnad till 20 mars']],
  // One letter a month is enough, and a member who pays by card needs none.
  ['a day', 'active', false, null],
  ['a week', 'active', true, null],
  ['a day', 'active', true, null],
  ['a week', 'trial', false, ['Provperioden slutar 20 mars 2027', 'betala första månaden innan dess']],
  ['a day', 'trial', false, ['Provperioden slutar i morgon', 'betala första månaden innan dess']],
  ['a day', 'trial', true, ['Provperioden slutar i morgon', 'Du har lagt in ditt kort']],
  ['past due', 'past_due', false, ['Medlemsavgiften har inte kommit in', 'Månaden från 20 mars 2027 är inte betald']],
  ['past due', 'past_due', true, ['Medlemsavgiften har inte kommit in', 'Banken sa nej när 39 kr']],
  ['last warning', 'past_due', false, ['En vecka kvar att betala', 'Betala senast 2 april 2027']],
])('mail for reminder "%s", status %s, by card %s: right words or none', async (of, status, byCard, words) => {
  const text = await told(of, { status, byCard })
  if (words === null) expect(text).toBeNull()
  for (const word of words ?? []) expect(text).toContain(word)
})

test.each<[Reminder, MemberStatus]>([
  ['a week', 'active'],
  ['a week', 'trial'],
  ['a day', 'trial'],
  ['past due', 'past_due'],
  ['last warning', 'past_due'],
])('mail for reminder "%s", status %s, leads to the asked month and says its number', async (of, status) => {
  const text = await told(of, { status, byCard: false, asked: charge })
  expect(text).toContain(`skriv ${formatReference(charge.reference)} som meddelande`)
  expect(text).toContain(`/dashboard/pay/${charge.id}`)
  expect(text).not.toContain('/dashboard/customer/membership')
})

test.each<[Reminder]>([['a week'], ['a day']])(
  'mail for reminder "%s" of the trial asks a member with a card to pay nothing by hand',
  async (of) => {
    const text = await told(of, { status: 'trial', byCard: true, asked: charge })
    expect(text).not.toMatch(/Betala med Swish|som meddelande|\/dashboard\/pay\//)
    expect(text).toContain('/dashboard/customer/membership')
  },
)
