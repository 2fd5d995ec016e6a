import { describe, expect, test } from 'vitest'
import type { Month } from '~/shared/month'
import type { Slot, SlotKind, SlotStatus } from '../slot'
import { effectOf, monthsSeen, parsePlanChange, planChoiceFrom } from './plan-change'

const [january, february] = ['2027-01', '2027-02'] as Month[]
const slot = (id: string, status: SlotStatus, kind: SlotKind = 'sponsor', priceOre = 995_00): Slot => ({
  ...{ id, kind, status, priceOre, month: '2027-01' as Month, campaign: null },
  ...{ bookedAt: new Date(), paidAt: null, releasedAt: null, releaseReason: null },
})
const facts = {
  ...{
    name: 'Lind AB',
    postcode: '12540',
    slots: [] as Slot[],
    back: 0,
    dueOn: '2026-12-20',
    baseOn: null as string | null,
  },
  standing: { plan: 'base' as const, isPartner: false, security: null },
  permit: 'valid' as 'valid' | 'none' | 'expired',
}
type Facts = Parameters<typeof effectOf>[1]
const told = (
  plan: 'base' | SlotKind,
  given: Partial<Facts> = {},
  months = plan === 'base' ? [] : [january ?? '2027-01'],
) =>
  effectOf({ plan, months: months as Month[] }, { ...facts, ...given } as Facts).map((words) =>
    words.replaceAll('\u00a0', ' '),
  )

describe('the effect of a plan change', () => {
  test('to sponsor tells whose month it is, what is to be paid and by when', () => {
    expect(told('sponsor')).toEqual([
      'Lind AB blir huvudsponsor i 12540 i januari 2027. Ingen annan kan ha den månaden.',
      'Företaget ska betala 995 kr exklusive moms, 1 243,75 kr med moms, senast 20 december 2026. Paketet gäller när det är betalt.',
    ])
  })

  test.each(['none', 'expired'] as const)('to sponsor warns about the permit %s, to season partner not', (permit) => {
    expect(told('sponsor', { permit }).at(-1)).toMatch(/inget giltigt tillstånd/)
    expect(told('season', { permit }).join()).not.toMatch(/tillstånd/)
  })

  test('to season partner tells the cost of all months and what stays booked', () => {
    const words = told('season', { slots: [slot('a', 'active')] }, [january, february] as Month[])
    expect(words[0]).toBe('Lind AB blir säsongspartner i januari 2027 och februari 2027, med en egen kampanj.')
    expect(words[1]).toContain('Företaget ska betala 3 990 kr exklusive moms')
    expect(words[2]).toMatch(/^Det som redan är bokat ligger kvar: .* januari 2027\.$/)
    expect(words).toHaveLength(3)
  })

  test.each<[string, Partial<Facts>, (RegExp | string)[]]>([
    ['nothing is booked', {}, ['Inga månader är bokade, så inget släpps och inget betalas tillbaka.']],
    [
      'a month is unpaid',
      { slots: [slot('a', 'reserved')] },
      [/^Det här är obetalt, släpps och ska inte längre betalas: /],
    ],
    [
      'a month is paid',
      { slots: [slot('a', 'active')], back: 401_21 },
      [/^Det här är betalt och släpps: .* 401,21 kr ska tillbaka, för de dagar som är kvar/],
    ],
    [
      'a paid month is on its last day',
      { slots: [slot('a', 'active')] },
      [/^Det här är betalt och släpps: .*\. Inga dagar är kvar, så inget ska tillbaka\.$/],
    ],
    [
      'two months are paid and one is not',
      { slots: [slot('a', 'active'), slot('b', 'active', 'season', 1_995_00), slot('c', 'reserved')], back: 3_737_50 },
      [/^Det här är obetalt/, /3 737,50 kr ska tillbaka/],
    ],
    [
      'a sponsor stops being a partner',
      {
        slots: [slot('a', 'reserved')],
        permit: 'none',
        standing: { plan: 'sponsor', isPartner: true, security: 'pending' },
      },
      [/^Det här är obetalt/, 'Företaget räknas inte längre som trygghetspartner.'],
    ],
    [
      'a guard company stays a partner',
      { slots: [slot('a', 'reserved')], standing: { plan: 'sponsor', isPartner: true, security: 'active' } },
      [/^Det här är obetalt/],
    ],
    ['a company that is not a partner has no permit', { permit: 'none' }, [/^Inga månader/]],
    [
      'the base package will be charged',
      { baseOn: '2027-01-01' },
      [/^Inga månader/, /^Bas begärs nästa gång 1 januari 2027: 295 kr exklusive moms\.$/],
    ],
  ])('to base tells what follows when %s', (_, given, then) => {
    const [first, ...words] = told('base', given)
    expect(first).toBe('Lind AB får paketet Bas.')
    expect(words).toHaveLength(then.length)
    for (const [index, one] of then.entries()) expect(words[index]).toMatch(one)
  })
})

test.each<[string, string | null, string | null, string[] | null]>([
  ['', null, null, null],
  ['plan=gold', null, null, null],
  ['plan=base', 'base', 'base', []],
  ['plan=sponsor', 'sponsor', null, null],
  ['plan=sponsor&month=x', 'sponsor', null, null],
  ['plan=sponsor&month=2027-01', 'sponsor', 'sponsor', ['2027-01']],
  ['plan=season', 'season', null, null],
  ['plan=season&months=2027-01&months=2027-02&months=2027-03', 'season', 'season', ['2027-01', '2027-02', '2027-03']],
])('the choice in the address %j is parsed', (query, plan, chosen, months) => {
  const asked = planChoiceFrom(new URLSearchParams(query), '2026-12' as Month)
  expect(asked.plan).toBe(plan)
  expect(asked.choice).toEqual(chosen && { plan: chosen, months })
})

test('monthsSeen lists only live months, in a fixed order', () => {
  const slots = [slot('b', 'active'), slot('a', 'reserved'), slot('c', 'ended'), slot('d', 'released')]
  expect(monthsSeen(slots)).toBe('a reserved,b active')
  expect(monthsSeen(slots.toReversed())).toBe(monthsSeen(slots))
})

test('a plan change needs a known plan, a reason, confirmation, a key and an offered month', () => {
  const sent = { plan: 'base', key: crypto.randomUUID(), reason: 'På begäran', sure: 'on' }
  expect(parsePlanChange(sent, '2026-12' as Month).ok).toBe(true)
  const wrong: [Record<string, string>, string][] = [
    [{ plan: 'gold' }, 'plan'],
    [{ reason: ' ' }, 'reason'],
    [{ reason: 'x'.repeat(501) }, 'reason'],
    [{ sure: '' }, 'sure'],
    [{ key: 'x' }, 'key'],
    [{ plan: 'sponsor', month: '2026-11' }, 'month'],
  ]
  for (const [given, field] of wrong)
    expect(parsePlanChange({ ...sent, ...given }, '2026-12' as Month)).toMatchObject({
      fields: { [field]: expect.any(String) },
    })
})
