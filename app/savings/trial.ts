import { assumed } from './assumptions'
import { exact, whole } from './quantity'
import type { Scenario } from './savings'

/** The two numbers that a visitor can change, read from the address (?hushall=&andel=) or the page. */
export const dials = {
  hushall: {
    label: 'Hushåll i området',
    unit: 'hushåll',
    min: 100,
    max: 5000,
    step: 50,
    standard: assumed.householdsPerPostcode,
  },
  andel: {
    label: 'Andel som är aktiva',
    unit: '%',
    min: 1,
    max: 100,
    step: 1,
    standard: assumed.activePercent,
  },
} as const

export type DialName = keyof typeof dials

/** The numbers as typed; the standard where nothing was given. */
export type Asked = Record<DialName, string>

export type Trial = {
  scenario: Scenario
  /** The numbers used in the calculation, clamped to their limits. */
  numbers: Record<DialName, number>
  /** Error messages by field, for input that could not be used as typed. */
  fields: Partial<Record<DialName, string>>
}

export function askedIn(query: URLSearchParams): Asked {
  return {
    hushall: query.get('hushall') ?? String(dials.hushall.standard),
    andel: query.get('andel') ?? String(dials.andel.standard),
  }
}

/** Out-of-range numbers are clamped and invalid ones replaced by the standard; either gives a message at the field. */
export function trialOf(asked: Asked): Trial {
  const hushall = read('hushall', asked.hushall)
  const andel = read('andel', asked.andel)
  return {
    scenario: { households: hushall.number, activePercent: andel.number, postcodes: 1 },
    numbers: { hushall: hushall.number, andel: andel.number },
    fields: {
      ...(hushall.message && { hushall: hushall.message }),
      ...(andel.message && { andel: andel.message }),
    },
  }
}

function read(name: DialName, typed: string): { number: number; message?: string } {
  const { min, max, standard, unit } = dials[name]
  const digits = typed.replace(/[\s%]/g, '')
  const isWhole = /^-?\d+$/.test(digits)
  const number = isWhole ? Math.min(max, Math.max(min, Number(digits))) : standard
  if (isWhole && number === Number(digits)) return { number }
  return {
    number,
    message: `Skriv ett helt tal från ${whole(min)} till ${exact({ value: max, unit })}. Så länge räknar vi med ${whole(number)}.`,
  }
}
