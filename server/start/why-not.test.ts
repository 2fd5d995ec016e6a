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
])('a disk that is full is a sentence, whoever met it', (error) => {
  expect(sentence(error)).toContain('The disk is full')
})

test('a database that another secret has sealed is a sentence', () => {
  expect(sentence(new Error('Secret version 336743610 not found in keys (key may have been retired)'))).toContain(
    'AUTH_SECRET',
  )
})

test('what is neither stays as it is', () => {
  const fault = new Error('something else')
  expect(sentence(fault)).toBe(fault)
})
