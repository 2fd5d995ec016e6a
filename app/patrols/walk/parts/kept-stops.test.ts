import { expect, test } from 'vitest'
import { drop, formOf, keep, keptShifts, readKept } from './kept-stops'
import { type Post, sendKept } from './send-kept-stops'

function memory(given: Record<string, string> = {}): Storage {
  const kept = new Map(Object.entries(given))
  return {
    get length() {
      return kept.size
    },
    key: (at: number) => [...kept.keys()][at] ?? null,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  } as Storage
}

const stop = (key: string) => ({ key, madeAt: 1_000_000, note: 'Lyktan vid lekparken är trasig' })

test('a kept stop stays in the storage of its shift until it is dropped', () => {
  const phone = memory()
  keep(phone, 'a', stop('1'))
  keep(phone, 'a', stop('2'))
  expect(readKept(phone, 'b')).toEqual([])
  drop(phone, 'a', '1')
  expect(readKept(phone, 'a')).toEqual([stop('2')])
  drop(phone, 'a', '2')
  expect(phone.getItem('stops a')).toBeNull()
})

test.each(['not json', '{"a":1}', '[null, {"key":1}]'])(
  'invalid data in the storage is read as no stops: %s',
  (text) => {
    expect(readKept(memory({ 'stops a': text }), 'a')).toEqual([])
  },
)

test.each([
  [1_000_000, '0'],
  [1_090_400, '90'],
  // The phone's clock was set back meanwhile.
  [500_000, '0'],
])('the form of a stop sent at %s says that it waited %s seconds', (now, waited) => {
  expect(formOf(stop('1'), now).get('waited')).toBe(waited)
})

const now = 1_090_400
const answering = (...answers: (Partial<Response> | Error)[]) => {
  const asked: string[] = []
  const post: Post = async (shiftId, form) => {
    asked.push(`${shiftId} ${form.get('key')}`)
    const answer = answers.shift() ?? { ok: true, status: 200 }
    if (answer instanceof Error) throw answer
    return { type: 'basic', status: 200, ok: false, json: async () => ({}), ...answer }
  }
  return { asked, post }
}

test('the kept stops of all shifts are sent in the order they were made', async () => {
  const phone = memory({ other: '[]' })
  for (const [shift, key] of [
    ['a', '1'],
    ['a', '2'],
    ['b', '3'],
  ] as const) {
    keep(phone, shift, stop(key))
  }
  const { asked, post } = answering()
  for (const shift of keptShifts(phone)) {
    expect(await sendKept(phone, shift, post, { now, tells: false })).toMatchObject({ stays: null })
  }
  expect(asked).toEqual(['a 1', 'a 2', 'b 3'])
  expect(keptShifts(phone)).toEqual([])
})

test.each<[string, Partial<Response> | Error, string | null]>([
  ['a network error', new Error('offline'), 'wait'],
  ['a server error', { status: 503 }, 'wait'],
  ['a redirect to the login', { type: 'opaqueredirect', status: 0 }, 'stranger'],
])('a stop is kept after a failed attempt: %s', async (_, answer, stays) => {
  const phone = memory()
  keep(phone, 'a', stop('1'))
  const { post } = answering(answer)
  expect(await sendKept(phone, 'a', post, { now, tells: true })).toEqual({ sent: 0, stays, refusal: '' })
  expect(readKept(phone, 'a')).toHaveLength(1)
})

test('a refused stop is dropped where the refusal can be shown, and kept elsewhere', async () => {
  const phone = memory()
  keep(phone, 'a', stop('1'))
  const no = { status: 422, json: async () => ({ message: 'Checka in på passet först.' }) }
  await sendKept(phone, 'a', answering(no).post, { now, tells: false })
  expect(readKept(phone, 'a')).toHaveLength(1)
  const told = await sendKept(phone, 'a', answering(no).post, { now, tells: true })
  expect(told).toEqual({ sent: 0, stays: null, refusal: 'Checka in på passet först.' })
  expect(readKept(phone, 'a')).toEqual([])
})
