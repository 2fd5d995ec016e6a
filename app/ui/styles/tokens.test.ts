import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrast, mix } from './contrast'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const components = readFileSync(new URL('./components.css', import.meta.url), 'utf8')

type Tokens = Record<string, string>

/** The custom properties of the first block that starts with `head`. */
function block(source: string, head: string): Tokens {
  const start = source.indexOf(head)
  if (start < 0) throw new Error(`No block: ${head}`)
  const body = source.slice(source.indexOf('{', start) + 1, source.indexOf('}', start))
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

const light = block(css, ':root {')
const night = block(css, '@utility night {')
const dark = { ...light, ...night, ...block(css, ':root {\n    @apply night;') }

/** Within a band the quiet colours are mixed from the theme around it. */
function band(theme: Tokens): Tokens {
  const inBand: Tokens = { ...theme, ...night }
  for (const [name, value] of Object.entries(block(components, '@utility band {')))
    inBand[name] = resolve(value, inBand)
  return inBand
}

/** Resolves a colour, a reference, or a mix of two: the forms that our stylesheet uses. */
function resolve(value: string, tokens: Tokens): string {
  const reference = /^var\(--([\w-]+)\)$/.exec(value)?.[1]
  if (reference) return colour(tokens, reference)
  const [, one, part, other] = /^color-mix\(in srgb, var\(--([\w-]+)\) (\d+)%, var\(--([\w-]+)\)\)$/.exec(value) ?? []
  if (one && part && other) return mix(colour(tokens, one), Number(part), colour(tokens, other))
  return value
}

function colour(tokens: Tokens, name: string): string {
  const value = tokens[name]
  if (!value) throw new Error(`No token: ${name}`)
  return value
}

const themes = { light, dark, 'a band by day': band(light), 'a band by night': band(dark) }
const grounds = ['paper', 'surface', 'mist'] as const

/** design.md: every text pair has at least 5.6 to 1, and the most read or pressed far more. */
const texts = [
  ['ink', 9],
  ['soft', 5.6],
  ['spruce', 5.6],
  ['lamp-ink', 5.6],
  ['alarm-text', 5.6],
] as const
const ownGrounds = [
  ['on-spruce', 'spruce', 9],
  ['on-lamp', 'lamp', 9],
  ['on-alarm', 'alarm', 5.6],
  ['on-deep', 'deep', 10.8],
  ['spruce', 'fern', 5.6],
  ['ink', 'fern', 9],
] as const
const pairs = [
  ...grounds.flatMap((ground) => texts.map(([text, least]) => [text, ground, least] as const)),
  ...ownGrounds,
]

describe.each(Object.entries(themes))('%s', (_, tokens) => {
  test.each(pairs)('%s on %s is at least %d to 1', (text, ground, least) => {
    expect(contrast(colour(tokens, text), colour(tokens, ground))).toBeGreaterThanOrEqual(least)
  })

  test.each(grounds)('the border of a field has a contrast of 3 to 1 on %s', (ground) => {
    expect(contrast(colour(tokens, 'edge'), colour(tokens, ground))).toBeGreaterThanOrEqual(3)
  })

  test.each([...grounds, 'deep'])('the focus ring has a contrast of 3 to 1 on %s', (ground) => {
    const ring = Math.max(
      contrast(colour(tokens, 'lamp'), colour(tokens, ground)),
      contrast(colour(tokens, 'halo'), colour(tokens, ground)),
    )
    expect(ring).toBeGreaterThanOrEqual(3)
  })

  test.each(grounds)('the mark of the current page has a contrast of 3 to 1 on %s', (ground) => {
    expect(contrast(colour(tokens, 'lit'), colour(tokens, ground))).toBeGreaterThanOrEqual(3)
  })
})

test('every colour token exists in both themes', () => {
  const used = [...css.matchAll(/--color-[\w-]+: var\(--([\w-]+)\)/g)].map(([, name = '']) => name)
  expect(used.length).toBeGreaterThan(15)
  for (const name of used) {
    expect(light[name], name).toBeTruthy()
    expect(dark[name], name).toBeTruthy()
  }
})
