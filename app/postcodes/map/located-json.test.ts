import { expect, test } from 'vitest'
import { readLocated, UnreadableJson } from './located-json'

const lineOfFault = (source: string) => {
  try {
    readLocated(source)
    return 'read'
  } catch (error) {
    if (error instanceof UnreadableJson) return error.line
    throw error
  }
}

test('records the line on which each part begins', () => {
  const source = ' \n{ "a" :\n[ 1, -2.5e1 ,\n"x\\n\\u0041"] ,\r\n\t"b":{ }, "c":[ ]\n, "b" : null }\n '
  const read = readLocated(source)
  if (read.kind !== 'object') throw new Error('an object was read as something else')
  expect([read.line, ...read.entries.keys()]).toEqual([2, 'a', 'b', 'c'])
  expect(read.entries.get('a')).toEqual({
    kind: 'array',
    line: 3,
    items: [
      { kind: 'number', line: 3, value: 1 },
      { kind: 'number', line: 3, value: -25 },
      { kind: 'string', line: 4, value: 'x\nA' },
    ],
  })
  expect(read.entries.get('c')).toEqual({ kind: 'array', line: 5, items: [] })
  expect(read.entries.get('b')).toEqual({ kind: 'other', line: 6 })
})

test.each([
  ['[1,\n]', 2],
  ['[1\n2]', 2],
  ['{"a"\n1}', 2],
  ['{\na: 1}', 2],
  ['[1,', 1],
  ['"a\n"', 1],
  ['01', 1],
  ['1.', 1],
  ['tru', 1],
  ['1\n\n2', 3],
  ['\n\n', 3],
  ['0', 'read'],
  ['false', 'read'],
  ['""', 'read'],
  ['{}', 'read'],
  [`${'{"a":'.repeat(20)}1${'}'.repeat(20)}`, 'read'],
  [`${'{"a":'.repeat(21)}1${'}'.repeat(21)}`, 1],
])('the line where %j is refused is %s', (source, line) => {
  expect(lineOfFault(source)).toBe(line)
})
