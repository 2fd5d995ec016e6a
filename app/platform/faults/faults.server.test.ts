import { expect, test } from 'vitest'
import { describeFault, placeOfFault } from './faults.server'

function thrown(error: Error): Error {
  try {
    throw error
  } catch (caught) {
    return caught as Error
  }
}

test('describes where an error was thrown, without its message or folder', () => {
  const error = thrown(new TypeError('Siv Ek, +46701234567\n    at home, Långbrodalsvägen 4\nmore'))
  const { kind, at } = describeFault(error)
  expect(kind).toBe('TypeError')
  expect(at.length).toBeGreaterThan(0)
  expect(at[0]).toMatch(/^at .*app\/platform\/faults\/faults\.server\.test\.ts:\d+:\d+\)?$/)
  expect(at.join()).not.toMatch(/Siv|\+46|Långbro|home/)
  expect(at.join()).not.toContain(process.cwd())
})

test('leaves out an error code or name that could be personal data', () => {
  expect(describeFault(Object.assign(new Error('x'), { code: '23505' })).code).toBe('23505')
  expect(describeFault(Object.assign(new Error('x'), { code: 'siv@exempel.se' })).code).toBeUndefined()
  expect(describeFault(Object.assign(new Error('x'), { code: { deep: 1 } })).code).toBeUndefined()
  expect(describeFault(Object.assign(new Error('x'), { name: 'Siv Ek bor här' })).kind).toBe('Error')
  expect(describeFault('only words')).toEqual({ kind: 'not an Error', at: [] })
})

test('keeps the five innermost stack frames', () => {
  const deep = (steps: number): Error => (steps === 0 ? thrown(new Error('x')) : deep(steps - 1))
  const error = deep(9)
  expect(error.stack?.split('\n').length).toBeGreaterThan(6)
  expect(describeFault(error).at).toHaveLength(5)
})

test('reads the stack frames whatever the message is', () => {
  const stack = 'Error: Siv\n    at ring (/srv/app/ring.ts:1:2)\n    at call (/srv/app/call.ts:3:4)'
  const at = ['at ring (/srv/app/ring.ts:1:2)', 'at call (/srv/app/call.ts:3:4)']
  for (const message of ['Siv', '', 'x'.repeat(200)])
    expect(describeFault(Object.assign(new Error('y'), { stack, message })).at, message).toEqual(at)
})

test('turns file URLs in stack frames into paths, and leaves invalid ones', () => {
  const stack = 'Error: x\n    at ring (file:///srv/app/r%20ing.ts:1:2)\n    at call (file://[srv/call.ts:3:4)'
  expect(describeFault(Object.assign(new Error('x'), { stack })).at).toEqual([
    'at ring (/srv/app/r ing.ts:1:2)',
    'at call (file://[srv/call.ts:3:4)',
  ])
})

test('names only known HTTP methods', () => {
  const told = ['GET', 'HEAD', 'POST', 'SIV'].map((method) => placeOfFault(method, '/…'))
  expect(told).toEqual(['GET /…', 'HEAD /…', 'POST /…', '… /…'])
})
