import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { clearTonight, forgetOldest, toTry, tryTonight } from './try-tonight'

function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'kvartera-tonight-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const [system, another] = ['0123456789abcdef', 'fedcba9876543210']

function put(folder: string, name: string, madeAt: string, of: string | undefined = system) {
  mkdirSync(join(folder, name))
  writeFileSync(join(folder, name, 'backup.json'), JSON.stringify({ madeAt, system: of }))
}

const three = '2026-11-24T02:00:00Z'

test.each([
  [
    'tonight’s own backup, after its trial was interrupted',
    'nightly-a',
    '2026-11-24T02:00:00Z',
    '2026-11-24T02:50:00Z',
    true,
  ],
  ['an own backup made at noon, at night', 'nightly-a', '2026-11-23T11:00:00Z', three, false],
  ['an own backup made just before midnight, at night', 'nightly-a', '2026-11-23T22:59:00Z', three, false],
  ['an external backup made at noon yesterday', 'by-cron', '2026-11-23T11:00:00Z', three, true],
  ['an external backup made 21 hours ago', 'by-cron', '2026-11-23T06:00:00Z', three, false],
  ['an external backup dated tomorrow', 'by-cron', '2026-11-25T02:00:00Z', three, false],
])('whether a backup is picked for the trial restore: %s', (_, name, madeAt, now, isTried) => {
  const folder = makeFolder()
  put(folder, name, madeAt)
  expect(toTry(folder, system, new Date(now))?.path).toBe(isTried ? join(folder, name) : undefined)
})

test('a symlink to a nightly backup does not count as an external backup', () => {
  const folder = makeFolder()
  put(folder, 'nightly-a', '2026-11-23T11:00:00Z')
  symlinkSync('nightly-a', join(folder, 'latest'))
  expect(toTry(folder, system, new Date(three))).toBeUndefined()
})

test.each([
  ['to a missing folder', 'gone'],
  ['to itself', 'latest'],
])('a symlink %s is skipped', (_, target) => {
  const folder = makeFolder()
  put(folder, 'by-cron', '2026-11-24T00:00:00Z')
  symlinkSync(target, join(folder, 'latest'))
  expect(toTry(folder, system, new Date(three))?.path).toBe(join(folder, 'by-cron'))
})

test('a backup of another database (from before a reset) is neither tried nor deleted by retention', () => {
  const folder = makeFolder()
  put(folder, 'nightly-before', '2026-11-24T02:00:00Z', another)
  put(folder, 'by-cron', '2026-11-24T01:00:00Z', another)
  expect(toTry(folder, system, new Date(three))).toBeUndefined()
  expect(toTry(folder, another, new Date(three))?.path).toBe(join(folder, 'nightly-before'))
  for (let day = 10; day < 20; day++) put(folder, `nightly-${day}`, `2026-11-${day}T02:00:00Z`)
  forgetOldest(folder, system)
  const left = readdirSync(folder).toSorted()
  expect(left).toEqual(['by-cron', ...[13, 14, 15, 16, 17, 18, 19].map((day) => `nightly-${day}`), 'nightly-before'])
})

test('an older backup without a database id in its label counts as this database’s', () => {
  const folder = makeFolder()
  mkdirSync(join(folder, 'by-cron'))
  writeFileSync(join(folder, 'by-cron', 'backup.json'), JSON.stringify({ madeAt: '2026-11-24T01:00:00Z' }))
  expect(toTry(folder, system, new Date(three))?.path).toBe(join(folder, 'by-cron'))
})

test('clears the .part folders of a killed process and leaves other folders alone', () => {
  const folder = makeFolder()
  for (const name of ['trial', 'mine.part', 'nightly-a.part', 'nightly-trial.part']) mkdirSync(join(folder, name))
  clearTonight(folder)
  const isThere = (name: string) => existsSync(join(folder, name))
  expect(['trial', 'mine.part'].every(isThere)).toBe(true)
  expect(['nightly-a.part', 'nightly-trial.part'].some(isThere)).toBe(false)
})

test('reports a missing backup folder (unmounted disk) and does not create it', async () => {
  const folder = join(makeFolder(), 'kvartera')
  const tried = await tryTonight({ folder, keepFree: 0 })
  expect(tried).toEqual({ outcome: 'not made', madeAt: null, counts: null, faults: ['BACKUP_FOLDER is not there'] })
  expect(existsSync(folder)).toBe(false)
})

test('reports the error code when the trial fails before anything is copied', async () => {
  const folder = join(makeFolder(), 'file')
  writeFileSync(folder, '')
  expect(await tryTonight({ folder, keepFree: 0 })).toMatchObject({ outcome: 'not made', faults: ['Error ENOTDIR'] })
})
