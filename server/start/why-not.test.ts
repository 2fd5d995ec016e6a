import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { ConfigError } from '~/platform/config.server'
import { whyNot } from './why-not'

const sentence = (error: unknown) => {
  const said = whyNot(error, tmpdir())
  return said instanceof ConfigError ? said.message : said
}

test.each([
  Object.assign(new Error('write'), { code: 'ENOSPC' }),
  Object.assign(new Error('could not extend file'), { code: '53100' }),
  Object.assign(new Error('Command failed: initdb'), { stderr: 'could not write: No space left on device' }),
])('explains that the disk is full, from whichever part the error comes', (error) => {
  expect(sentence(error)).toContain('The disk is full')
})

test('explains AUTH_SECRET when the database was sealed with another secret', () => {
  expect(sentence(new Error('Secret version 336743610 not found in keys (key may have been retired)'))).toContain(
    'AUTH_SECRET',
  )
})

test('returns any other error unchanged', () => {
  const fault = new Error('something else')
  expect(sentence(fault)).toBe(fault)
})
