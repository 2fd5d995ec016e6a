import { describe, expect, test } from 'vitest'
import type { PayWays } from '~/companies/public'
import { nothingSaid, type PaymentFacts } from './job-payment'
import { type Booked, paymentView } from './payment-view.server'

/** The texts about a payment that each side reads, in full. */
const at = new Date('2027-02-01T12:00:00Z')
const later = new Date('2027-02-02T12:00:00Z')
const job: Booked = {
  ...{ id: '01a1fa7b-5906-731d-880d-3f8b23f1bbc7', status: 'completed', customerPaysOre: 674_10 },
  ...{ company: { name: 'Lind Städ AB' }, customer: { name: 'Eva Lind' } },
}
const ways: PayWays = { swishNumber: '1231181189', card: true, invoice: false, cash: false }
const dispute = { by: 'member', at, text: 'Halva jobbet', ended: null } as const
const view = (
  side: 'member' | 'company',
  facts: Partial<PaymentFacts> = {},
  given: Partial<Booked> = {},
  besides: Partial<Parameters<typeof paymentView>[3]> = {},
) =>
  paymentView(
    { ...job, ...given },
    side,
    { ...nothingSaid, ...facts },
    { ways, correction: undefined, now: later, ...besides },
  )

test('before the job is done the view shows the ways to pay, and nothing to pay or to say', () => {
  for (const side of ['member', 'company'] as const) {
    expect(view(side, {}, { status: 'confirmed' })).toMatchObject({
      ...{
        isDone: false,
        isOver: false,
        state: 'to pay',
        swish: null,
        may: [],
        owed: '674,10\u00a0kr',
        corrected: null,
      },
      ...{ ways: ['Swish', 'kort på plats'], reference: 'BOKNING-23F1BBC7', said: [], dispute: null, decision: null },
    })
  }
  expect(view('member', {}, { status: 'cancelled' })).toMatchObject({ isDone: false, isOver: true })
})

test('after the job the member gets a Swish code with the amount owed, and the company none', () => {
  expect(view('member').swish).toMatchObject({ number: '123 118 11 89', sum: '674,10\u00a0kr' })
  expect(view('member').may).toEqual(['say paid', 'dispute'])
  expect(view('company').swish).toBeNull()
})

test.each<[string, Parameters<typeof view>]>([
  ['the company takes no Swish', ['member', {}, {}, { ways: { ...ways, swishNumber: null } }]],
  ['the member has noted the job as paid', ['member', { memberSaidAt: at }]],
  ['there is an open dispute', ['member', { dispute }]],
  ['the corrected price is zero', ['member', {}, {}, { correction: { customerPaysOre: 0, feeOre: 0 } }]],
])('there is no Swish code when %s', (_, asked) => {
  expect(view(...asked).swish).toBeNull()
})

test('a corrected price is the amount owed, and the original price is named', () => {
  const corrected = view('member', {}, {}, { correction: { customerPaysOre: 1, feeOre: 0 } })
  expect(corrected).toMatchObject({ owed: '0,01\u00a0kr', corrected: 'Priset är rättat från 674,10\u00a0kr.' })
  expect(corrected.swish).toMatchObject({ sum: '0,01\u00a0kr' })
})

describe('payment statements', () => {
  const both = { memberSaidAt: at, companySaidAt: later }
  test.each([
    ['member', ['Du noterade som betald 1 feb', 'Lind Städ AB noterade som betald 2 feb']],
    ['company', ['Eva Lind noterade som betald 1 feb', 'Ni noterade som betald 2 feb']],
  ] as const)('are shown to the %s by name, and their own as ”Du” or ”Ni”', (side, lines) => {
    expect(view(side, both).said.map((line) => line.split('bruari')[0]?.split('.')[0]?.slice(0, 60))).toEqual(
      lines.map((line) => expect.stringContaining(line)),
    )
    expect(view(side, { companySaidAt: later }).said).toHaveLength(1)
  })

  test('of a deleted account are shown as by ”Kunden”', () => {
    expect(view('company', { memberSaidAt: at }, { customer: null }).said[0]).toMatch(/^Kunden noterade/)
  })
})

test.each([
  ['member', 'Du', true, ['agree']],
  ['company', 'Eva Lind', false, ['say paid']],
] as const)('the %s sees an open dispute and its author, and none once it has ended', (side, who, isOurs, may) => {
  const seen = view(side, { dispute })
  expect(seen.dispute).toMatchObject({ who, isOurs, text: 'Halva jobbet', at: expect.stringContaining('1 feb') })
  expect([seen.state, seen.may]).toEqual(['disputed', may])
  for (const ended of ['agreed', 'left', 'decided'] as const)
    expect(view(side, { dispute: { ...dispute, ended } }).dispute).toBeNull()
})

test('a decision that settles a payment is shown, with the payment as paid', () => {
  const decision = { text: 'Vi har ringt.', isSettled: true }
  expect(view('member', { dispute: { ...dispute, ended: 'decided' }, decision })).toMatchObject({
    ...{ decision: 'Vi har ringt.', state: 'paid', may: [] },
  })
})
