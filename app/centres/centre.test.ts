import { expect, test } from 'vitest'
import { isSilent, outcomeText, standingOf } from './centre'
import { centreForm } from './centre-form'

const now = new Date('2026-11-22T20:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

test.each([
  ['never polled', { polledAt: null, answeredAt: null }, false],
  ['polled and answered', { polledAt: ago(5), answeredAt: ago(5) }, false],
  ['last answer at the limit', { polledAt: ago(5), answeredAt: ago(115) }, false],
  ['last answer a second over the limit', { polledAt: ago(5), answeredAt: ago(116) }, true],
  ['polled and never answered', { polledAt: ago(5), answeredAt: null }, true],
  [
    'polled and never answered since its settings changed a minute ago',
    { polledAt: ago(5), answeredAt: null, changedAt: ago(60) },
    false,
  ],
  ['polled long ago, as while its company may not be called', { polledAt: ago(116), answeredAt: null }, false],
])('whether a centre counts as silent: %s', (_, heard, expected) => {
  expect(isSilent({ pollS: 90, changedAt: ago(3_600), ...heard }, now)).toBe(expected)
})

test.each([
  ['answers', { polledAt: ago(5), answeredAt: ago(5) }],
  ['waits', { polledAt: ago(5), answeredAt: null, changedAt: ago(60) }],
  ['silent', { polledAt: ago(5), answeredAt: null }],
  // Between two polls it still answers; after that nobody asks it.
  ['answers', { polledAt: ago(115), answeredAt: ago(115) }],
  ['not polled', { polledAt: ago(116), answeredAt: ago(116) }],
  // A signal that arrived meanwhile is an answer to that signal.
  ['not polled', { polledAt: ago(116), answeredAt: ago(5) }],
  ['waits', { polledAt: null, answeredAt: null, changedAt: ago(115) }],
  ['not polled', { polledAt: null, answeredAt: null, changedAt: ago(116) }],
] as const)('the state %s of a centre', (standing, heard) => {
  expect(standingOf({ pollS: 90, changedAt: ago(3_600), ...heard }, now)).toBe(standing)
})

test.each([
  ['arrived', 'Kvitterat av larmcentralen'],
  ['kept', 'Sparat här, inte sänt'],
  ['constructor', 'Det gick inte att nå larmcentralen'],
  ['EHOSTUNREACH', 'Det gick inte att nå larmcentralen'],
  [null, 'Väntar på svar'],
])('the outcome %s is shown as: %s', (outcome, words) => {
  expect(outcomeText(outcome)).toBe(words)
})

const form = {
  ...{ name: 'Larm AB', host: 'larm.exempel.se', port: '12000', account: '12ab', receiver: '0', line: '0' },
  ...{ format: 'SIA-DCS', pollS: '90', secretKey: '00112233 44556677 8899aabb ccddeeff' },
}

test('reads a valid form', () => {
  expect(centreForm.parse(form)).toMatchObject({
    ...{ port: 12_000, account: '12AB', pollS: 90, inClear: false },
    secretKey: '00112233445566778899AABBCCDDEEFF',
  })
})

test.each([
  { host: '' },
  { host: 'localhost' },
  { host: 'http://larm.exempel.se' },
  { host: 'larm.exempel.se/x' },
  { host: 'a b.se' },
  { port: '0' },
  { port: '65536' },
  { port: '12e3' },
  { account: '12' },
  { account: '12G4' },
  { account: '12]34' },
  { receiver: '1234567' },
  { line: '' },
  { format: 'constructor' },
  { pollS: '20' },
  { secretKey: '0011' },
  { secretKey: 'Z'.repeat(32) },
])('refuses a form with %j', (wrong) => {
  const read = centreForm.safeParse({ ...form, ...wrong })
  expect(read.error?.issues.map(({ path }) => path[0])).toEqual(expect.arrayContaining(Object.keys(wrong)))
})

test('refuses a very long address without running its pattern (ReDoS)', () => {
  const read = centreForm.safeParse({ ...form, host: `${':'.repeat(500_000)}!` })
  expect(read.error?.issues.map(({ message }) => message)).toEqual(['Adressen är för lång'])
})

test.each([
  [{ name: 'x'.repeat(100) }, { name: 'x'.repeat(101) }],
  [{ host: `${'a'.repeat(250)}.se` }, { host: `${'a'.repeat(251)}.se` }],
  [{ host: '2001:db8::1' }, { host: '2001:db8::g' }],
  [{ port: '1' }, { port: '-1' }],
  [{ port: '65535' }, { port: '65536' }],
  [{ account: 'ABC' }, { account: 'AB' }],
  [{ account: 'A'.repeat(16) }, { account: 'A'.repeat(17) }],
  [{ receiver: 'F' }, { receiver: '' }],
  [{ receiver: 'A'.repeat(6) }, { receiver: 'A'.repeat(7) }],
  [{ line: '1' }, { line: '' }],
  [{ line: 'A'.repeat(6) }, { line: 'A'.repeat(7) }],
  [{ secretKey: '' }, { secretKey: 'A'.repeat(31) }],
  [{ secretKey: 'A'.repeat(32) }, { secretKey: 'A'.repeat(33) }],
  [{ secretKey: 'A'.repeat(48) }, { secretKey: 'A'.repeat(47) }],
  [{ secretKey: 'A'.repeat(64) }, { secretKey: 'A'.repeat(65) }],
  [{ pollS: '180' }, { pollS: '181' }],
])('accepts the limit %j and refuses %j', (right, wrong) => {
  expect(centreForm.safeParse({ ...form, ...right }).success).toBe(true)
  expect(centreForm.safeParse({ ...form, ...wrong }).success).toBe(false)
})
