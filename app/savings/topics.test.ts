import { describe, expect, test } from 'vitest'
import { type AssumptionName, assumed } from './assumptions'
import type { Formula, Quantity } from './quantity'
import { assumedScenario, savingsOf } from './savings'
import { statementsFrom } from './summary'
import { type Topic, topicsFrom } from './topics'

const topics = topicsFrom(assumed)

test('the fourteen topics are in the order of the specification', () => {
  expect(topics.map(({ title }) => title)).toEqual([
    'Tid',
    'Pengar',
    'Koldioxid',
    'Personalomsättning',
    'Administration',
    'Samhällsläckage',
    'Trafik',
    'Buller',
    'Energi',
    'Sjukfrånvaro',
    'Social isolering',
    'Marknadsföring',
    'Onödiga kundresor',
    'Familjetid',
  ])
})

test('each topic has a text, a calculation, a figure for a thousand postcodes and beneficiaries', () => {
  for (const topic of topics) {
    expect(topic.text).toMatch(/\.$/)
    expect(topic.calculation.length).toBeGreaterThan(0)
    expect(topic.perThousand).not.toBe(topic.perPostcode)
    expect(topic.beneficiaries.length).toBeGreaterThan(0)
  }
})

describe('a formula', () => {
  const lines = topics.flatMap((topic) =>
    topic.formulas.map((formula, at) => ({ shown: topic.calculation[at] ?? '', formula })),
  )

  test.each(lines)('gives its printed result: $shown', ({ shown, formula }) => {
    expect(formula.result.value).toBeCloseTo(evaluate(formula), 6)
    // A reader who recalculates from the printed figures must get the printed result.
    const [left = '', right = ''] = shown.split('=')
    expect(readAloud(left)).toBeCloseTo(numberIn(right), Number.isInteger(numberIn(right)) ? 0 : 2)
  })

  test('gives its result with any assumptions', () => {
    const odd = Object.fromEntries(
      Object.entries(assumed).map(([name, value], at) => [name, value * (1 + at / 7)]),
    ) as typeof assumed
    for (const { formulas } of topicsFrom(odd)) {
      for (const formula of formulas) {
        expect(formula.result.value / evaluate(formula)).toBeCloseTo(1, 9)
      }
    }
  })
})

describe('the topics’ figures', () => {
  test('are never typed into a text', () => {
    for (const { title, text, outside } of topics) expect(`${title} ${text} ${outside}`).not.toMatch(/\d/)
  })

  const driving = ['tid', 'koldioxid', 'trafik', 'buller', 'energi']
  const visiting = [
    'pengar',
    'personalomsattning',
    'administration',
    'samhallslackage',
    'onodiga-kundresor',
    'familjetid',
  ]
  const living = ['sjukfranvaro', 'social-isolering', 'marknadsforing']
  const followers: Record<AssumptionName, string[]> = {
    householdsPerPostcode: [...driving, ...visiting, ...living],
    activePercent: [...driving, ...visiting, ...living],
    visitsPerMonth: [...driving, ...visiting],
    visitsPerYear: driving,
    visitPrice: ['pengar', 'samhallslackage'],
    discountPercent: ['pengar'],
    visitHours: ['tid', 'personalomsattning', 'familjetid'],
    kmSavedPerYear: driving,
    speed: ['tid'],
    co2PerKm: ['koldioxid'],
    fuelPerKm: ['energi', 'onodiga-kundresor'],
    fuelPrice: ['energi', 'onodiga-kundresor'],
    replacedTripPercent: ['onodiga-kundresor'],
    tripKm: ['onodiga-kundresor'],
    staffCost: ['tid', 'sjukfranvaro'],
    adminPerVisit: ['administration'],
    fullTimeHours: ['personalomsattning'],
    turnoverPercent: ['personalomsattning'],
    replacementCost: ['personalomsattning'],
    newCustomerPercent: ['marknadsforing'],
    newCustomerCost: ['marknadsforing'],
    co2Cost: ['koldioxid'],
    trafficCost: ['trafik'],
    noiseCost: ['buller'],
    undeclaredPercent: ['samhallslackage'],
    netTaxPercent: ['samhallslackage'],
    sickDaysPerHousehold: ['sjukfranvaro'],
    workdayHours: ['sjukfranvaro'],
    aloneElderlyPercent: ['social-isolering'],
    lessLonelyPercent: ['social-isolering'],
    lonelinessCost: ['social-isolering'],
    addedVisitPercent: ['familjetid'],
    energyPerLitre: ['energi'],
    earthKm: [],
  }

  test.each(Object.entries(followers))('change with %s in its own topics and no others', (name, expected) => {
    const changed = { ...assumed, [name]: assumed[name as AssumptionName] * 1.5 }
    const moved = topicsFrom(changed).filter((topic, at) => whatIsShown(topic) !== whatIsShown(topics[at]))
    expect(moved.map(({ id }) => id).toSorted()).toEqual(expected.toSorted())
  })
})

describe('the three totals', () => {
  const figures = savingsOf(assumed, assumedScenario(assumed))
  const byAccount = Object.fromEntries(statementsFrom(topics).map((statement) => [statement.account, statement]))

  test('are the sums of their topics', () => {
    expect(byAccount.customers?.kronor).toBeCloseTo(figures.customerKr, 6)
    expect(byAccount.companies?.kronor).toBeCloseTo(figures.companyKr, 6)
    expect(byAccount.society?.kronor).toBeCloseTo(figures.societyKr, 6)
  })

  test('leave out four topics, each with a reason', () => {
    const outside = topics.filter(({ account }) => account === null)
    expect(outside.map(({ id }) => id)).toEqual([
      'personalomsattning',
      'marknadsforing',
      'onodiga-kundresor',
      'familjetid',
    ])
    for (const topic of outside) {
      expect(topic.kronor).toBe(0)
      expect(topic.outside).toMatch(/\.$/)
    }
  })
})

function whatIsShown(topic: Topic | undefined): string {
  return topic ? [topic.perPostcode, topic.perThousand, ...topic.calculation].join('\n') : ''
}

function evaluate({ first, then }: Formula): number {
  return then.reduce(
    (sum, { sign, factor }) => (sign === '×' ? sum * worth(factor) : sum / worth(factor)),
    worth(first),
  )
}

function worth({ value, unit }: Quantity): number {
  return unit === '%' ? value / 100 : value
}

/** Evaluates the printed left side of a formula, from its digits only. */
function readAloud(left: string): number {
  return left.split(/(?=[×÷])/).reduce((sum, part) => {
    const value = part.includes('%') ? numberIn(part) / 100 : numberIn(part)
    if (part.startsWith('×')) return sum * value
    return part.startsWith('÷') ? sum / value : value
  }, 0)
}

function numberIn(text: string): number {
  return Number((text.match(/[\d\s,]*\d/)?.[0] ?? '').replace(/\s/g, '').replace(',', '.'))
}
