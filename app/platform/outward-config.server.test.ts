import { expect, test } from 'vitest'
import { z } from 'zod'
import { outwardEnvironment, readOutward } from './outward-config.server'

const read = (given: Record<string, string>) => readOutward(z.object(outwardEnvironment).parse(given))

test('what nobody has said is a map that anybody may open, the figure as it was published, and no folder', () => {
  const { mapAddress, ...rest } = read({})
  expect(mapAddress).toMatch(/^https:\/\/.*\{latitude\}.*\{longitude\}/)
  expect(rest).toEqual({
    emergencyAnswer: { seconds: 7.3, source: expect.stringContaining('SOS Alarm') },
    statusFolder: null,
  })
})

test.each([
  ['off', null],
  ['https://karta.example/?at={latitude},{longitude}', 'https://karta.example/?at={latitude},{longitude}'],
])('MAP_ADDRESS=%s', (address, map) => {
  expect(read({ MAP_ADDRESS: address }).mapAddress).toBe(map)
})

test.each([
  'http://karta.example/?at={latitude},{longitude}',
  'https://karta.example/?at={latitude}',
  'https://karta.example/?at={longitude}',
  'https://[karta]/{latitude}{longitude}',
  'karta',
])('a map at %s is refused', (MAP_ADDRESS) => {
  expect(() => read({ MAP_ADDRESS })).toThrow(/^MAP_ADDRESS/)
})

const source = 'En rapport från 2026'
test.each<[Record<string, string>, object | null]>([
  [{ EMERGENCY_ANSWER_SECONDS: 'off' }, null],
  [{ EMERGENCY_ANSWER_SECONDS: 'off', EMERGENCY_ANSWER_SOURCE: source }, null],
  [
    { EMERGENCY_ANSWER_SECONDS: '8,1', EMERGENCY_ANSWER_SOURCE: source },
    { seconds: 8.1, source },
  ],
  [
    { EMERGENCY_ANSWER_SECONDS: '12', EMERGENCY_ANSWER_SOURCE: source },
    { seconds: 12, source },
  ],
])('%j is %j', (given, answer) => {
  expect(read(given).emergencyAnswer).toEqual(answer)
})

test.each<Record<string, string>>([
  { EMERGENCY_ANSWER_SECONDS: '8' },
  { EMERGENCY_ANSWER_SOURCE: source },
  { EMERGENCY_ANSWER_SECONDS: 'snabbt', EMERGENCY_ANSWER_SOURCE: source },
  { EMERGENCY_ANSWER_SECONDS: '8', EMERGENCY_ANSWER_SOURCE: 'kort' },
  { STATUS_FOLDER: 'status' },
])('%j is refused', (given) => {
  expect(() => read(given)).toThrow()
})

test('the folder is the one that is given', () => {
  expect(read({ STATUS_FOLDER: '/srv/status' }).statusFolder).toBe('/srv/status')
})
