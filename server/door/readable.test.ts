import { expect, test, vi } from 'vitest'
import { pieces, readabilityOf } from './readable'

const urlencoded = 'application/x-www-form-urlencoded'
const bytes = (text: string | number[]) => new Uint8Array(typeof text === 'string' ? Buffer.from(text) : text)
const multipart = (value: number[] | string, end = '--x--\r\n') =>
  new Uint8Array(
    Buffer.concat([
      Buffer.from('--x\r\nContent-Disposition: form-data; name="message"\r\n\r\n'),
      Buffer.from(bytes(value)),
      Buffer.from(`\r\n${end}`),
    ]),
  )

test.each([
  ['a form', urlencoded, bytes('message=Hj%C3%A4lp+mig'), 'ok'],
  ['a form that states its charset', `${urlencoded}; charset=UTF-8`, bytes('a=b'), 'ok'],
  ['an empty form', urlencoded, bytes(''), 'ok'],
  ['å without percent encoding', urlencoded, bytes('message=å'), 'ok'],
  ['the replacement character, percent-encoded', urlencoded, bytes('message=%EF%BF%BD'), 'ok'],
  ['a bare percent sign', urlencoded, bytes('message=100%'), 400],
  ['a percent sign without hexadecimal digits', urlencoded, bytes('message=%zz'), 400],
  ['percent-encoded bytes that are invalid UTF-8', urlencoded, bytes('message=%ff%fe'), 400],
  ['raw bytes that are invalid UTF-8', urlencoded, bytes([0x61, 0x3d, 0xff]), 400],
  ['multipart', 'multipart/form-data; boundary=x', multipart('Hjälp'), 'ok'],
  ['multipart with the replacement character', 'multipart/form-data; boundary=x', multipart('a\uFFFDb'), 'ok'],
  ['multipart with invalid UTF-8', 'multipart/form-data; boundary=x', multipart([0xff, 0xfe]), 400],
  ['multipart without a closing boundary', 'multipart/form-data; boundary=x', multipart('Hjälp', ''), 400],
  ['multipart with another boundary than stated', 'multipart/form-data; boundary=y', multipart('Hjälp'), 400],
  ['multipart that states no boundary', 'multipart/form-data', multipart('Hjälp'), 415],
  ['JSON', 'application/json', bytes('{}'), 415],
  ['plain text', 'text/plain', bytes('intent=logout'), 415],
  ['no content type', '', bytes(''), 415],
])('readability of a body: %s', async (_, type, body, expected) => {
  expect(await readabilityOf('/auth', new Headers(type ? { 'content-type': type } : {}), body)).toBe(expected)
})

const typeOf = (boundary: string) => `multipart/form-data; boundary=${boundary}`
const part = (name: string, more = '') => `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n\r\n`

/**
 * Denial of service: parsing each of these once blocked the event loop, and so every alarm, for up to sixteen seconds.
 * Parsing is what costs, so its calls are counted: none for a body refused by its size, one otherwise.
 */
test.each([
  ['half a million fields', urlencoded, bytes('a&'.repeat(499_999)), 400, 0],
  ['a million percent signs', urlencoded, bytes('%'.repeat(999_999)), 400, 0],
  ['as many percent-encoded letters as fit', urlencoded, bytes(`a=${'%41'.repeat(333_332)}`), 400, 0],
  ['a million spaces', urlencoded, bytes(`a=${'+'.repeat(999_997)}`), 400, 0],
  ['30 pages of percent-encoded å and spaces', urlencoded, bytes(`a=${'f%C3%A5r+'.repeat(20_000)}`), 'ok', 1],
  ['the two thousand fields of a page of charges', urlencoded, bytes('charge=1&'.repeat(2_000)), 'ok', 1],
  ['twenty thousand parts', typeOf('x'), bytes(`${part('a').repeat(19_607)}--x--\r\n`), 400, 0],
  ['ninety thousand files', typeOf('x'), bytes(`${part('a', '; filename="b"').repeat(92_307)}--x--\r\n`), 400, 0],
  [
    'a part with a million header lines',
    typeOf('x'),
    bytes(`--x\r\n${'a:b\r\n'.repeat(1_000_000)}\r\n\r\n--x--\r\n`),
    400,
    0,
  ],
  ['a hundred and one parts', typeOf('x'), bytes(`${part('a').repeat(101)}--x--\r\n`), 400, 0],
  ['fifty parts', typeOf('x'), bytes(`${part('a').repeat(50)}--x--\r\n`), 'ok', 1],
  ['two boundary parameters', typeOf('y; boundary=x'), bytes(`${part('a').repeat(50)}--x--\r\n`), 415, 0],
  ['a boundary that the content repeats', typeOf('a'), bytes('--a'.repeat(300_000)), 400, 0],
])(
  'a body that would be expensive to parse is refused unparsed, others are parsed once: %s',
  async (_, type, body, expected, takenApart) => {
    const ofWords = vi.fn(pieces.ofWords)
    const ofParts = vi.fn(pieces.ofParts)
    expect(await readabilityOf('/auth', new Headers({ 'content-type': type }), body, { ofWords, ofParts })).toBe(
      expected,
    )
    expect(ofWords.mock.calls.length + ofParts.mock.calls.length).toBe(takenApart)
  },
)

test('refuses a compressed body with 415, and leaves a webhook’s JSON to its own route', async () => {
  expect(
    await readabilityOf('/auth', new Headers({ 'content-type': urlencoded, 'content-encoding': 'gzip' }), bytes('a=b')),
  ).toBe(415)
  expect(
    await readabilityOf('/webhooks/stripe', new Headers({ 'content-type': 'application/json' }), bytes('{}')),
  ).toBe('ok')
})
