import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { namesOf } from '~/shared/chosen'
import { sides } from '../booking'
import {
  correctedFee,
  jobReference,
  mayPay,
  nothingSaid,
  type PaymentFacts,
  paymentDeeds,
  paymentState,
  type paymentStates,
} from './job-payment'

const at = new Date('2027-02-01T12:00:00Z')
const byMember = { by: 'member', at, text: 'Halva jobbet', ended: null } as const
const said: PaymentFacts = { ...nothingSaid, memberSaidAt: at }
const got: PaymentFacts = { ...nothingSaid, companySaidAt: at }
const disputed: PaymentFacts = { ...nothingSaid, dispute: byMember }
const decided = (isSettled: boolean): PaymentFacts => ({
  ...disputed,
  dispute: { ...byMember, ended: 'decided' },
  decision: { text: 'Vi har tittat.', isSettled },
})

test.each([
  [nothingSaid, 'to pay'],
  [said, 'said by member'],
  [got, 'paid'],
  [{ ...said, companySaidAt: at }, 'paid'],
  [disputed, 'disputed'],
  [{ ...got, dispute: byMember }, 'disputed'],
  [{ ...said, dispute: { ...byMember, ended: 'agreed' } }, 'said by member'],
  [{ ...nothingSaid, dispute: { ...byMember, ended: 'left' } }, 'to pay'],
  [decided(true), 'paid'],
  [decided(false), 'to pay'],
  [{ ...decided(false), memberSaidAt: at }, 'said by member'],
] satisfies [PaymentFacts, string][])('the payment state of %j is %s', (facts, state) => {
  expect(paymentState(facts)).toBe(state)
})

describe('payment deeds', () => {
  const table = [
    // deed, facts, member, company
    ['say paid', nothingSaid, true, true],
    ['say paid', said, false, true],
    ['say paid', got, false, false],
    ['say paid', disputed, false, true],
    ['dispute', nothingSaid, true, true],
    ['dispute', said, true, true],
    ['dispute', got, true, true],
    ['dispute', disputed, false, false],
    ['dispute', decided(false), false, false],
    ['dispute', decided(true), false, false],
    ['agree', nothingSaid, false, false],
    ['agree', disputed, true, false],
    ['agree', decided(false), false, false],
  ] as const
  test.each(table)(
    'are allowed or refused by side: %s of %j, member %s, company %s',
    (deed, facts, member, company) => {
      expect([mayPay(deed, 'member', true, facts).may, mayPay(deed, 'company', true, facts).may]).toEqual([
        member,
        company,
      ])
    },
  )

  test('are refused before the job is done', () => {
    for (const deed of namesOf(paymentDeeds)) {
      for (const side of sides) expect(mayPay(deed, side, false, nothingSaid).may).toBe(false)
    }
  })

  test('exist for every state of a payment', () => {
    const examples = { 'to pay': nothingSaid, 'said by member': said, paid: got, disputed } satisfies Record<
      keyof typeof paymentStates,
      PaymentFacts
    >
    for (const [state, facts] of Object.entries(examples)) {
      const ways = namesOf(paymentDeeds).flatMap((deed) => sides.filter((side) => mayPay(deed, side, true, facts).may))
      expect(ways.length, state).toBeGreaterThan(0)
    }
  })
})

test('a corrected fee is never negative, and never above the agreed fee or the price', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (listOre, part) => {
        const agreed = { customerPaysOre: listOre, feeOre: Math.floor(listOre / 20) }
        const pays = Math.floor(listOre * part)
        const fee = correctedFee(agreed, pays)
        expect(fee).toBeGreaterThanOrEqual(0)
        expect(fee).toBeLessThanOrEqual(agreed.feeOre)
        expect(fee).toBeLessThanOrEqual(pays)
      },
    ),
  )
})

test('jobReference is made of the end of the booking id', () => {
  expect(jobReference('01a1fa7b-5906-731d-880d-3f8b23f1bbc7')).toBe('BOKNING-23F1BBC7')
})
