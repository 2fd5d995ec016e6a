import { expect, test } from 'vitest'
import { z } from 'zod'
import { drop, formOf, keep, newKey, readKept } from './kept-stops'

function memory(given: Record<string, string> = {}): Storage {
  const kept = new Map(Object.entries(given))
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  } as Storage
}

const stop = (key: string) => ({ key, madeAt: 1_000_000, note: 'Lyktan vid lekparken är trasig' })

test('what is kept is there until it is dropped, per shift', () => {
  const phone = memory()
  keep(phone, 'a', stop('1'))
  keep(phone, 'a', stop('2'))
  expect(readKept(phone, 'b')).toEqual([])
  drop(phone, 'a', '1')
  expect(readKept(phone, 'a')).toEqual([stop('2')])
  drop(phone, 'a', '2')
  expect(phone.getItem('stops a')).toBeNull()
})

test.each(['not json', '{"a":1}', '[null, {"key":1}]'])('rubbish in the storage is nothing: %s', (text) => {
  expect(readKept(memory({ 'stops a': text }), 'a')).toEqual([])
})

test.each([
  [1_000_000, '0'],
  [1_090_400, '90'],
  // The clock was set back meanwhile.
  [500_000, '0'],
])('at %s it has waited %s seconds', (now, waited) => {
  expect(formOf(stop('1'), now).get('waited')).toBe(waited)
})

test('keys are such as the server takes', () => {
  for (let index = 0; index < 100; index++) expect(z.uuid().safeParse(newKey()).success).toBe(true)
})
