import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLog } from '../log.server'
import { describeFault } from './faults.server'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kvartera-log-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the log has the kind and code of an error, and no message, row or personal data', () => {
  const file = join(folder, 'kvartera.log')
  const log = openLog({ logLevel: 'info', webProcesses: null }, file)
  const row = { detail: 'Failing row contains (Siv Ek, siv@exempel.se).', where: 'siv', code: '23514' }
  const error = Object.assign(new Error('violates for Siv Ek'), row)
  log.error(error, 'what broke')
  log.error({ err: error }, 'what broke')
  log.error({ error: describeFault(error), person: { name: 'Siv Ek', email: 'siv@exempel.se' } }, 'what broke')
  const written = readFileSync(file, 'utf8')
  expect(written).not.toMatch(/siv/i)
  const lines = written.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { msg: 'what broke', err: { kind: 'Error', code: '23514' } },
    { msg: 'what broke', err: { kind: 'Error', code: '23514' } },
    { msg: 'what broke', error: { kind: 'Error', code: '23514' }, person: { name: '[left out]' } },
  ])
})
