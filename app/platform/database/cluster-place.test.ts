import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ConfigError } from '../config-error'
import { findPlace, forgetPlace, giveToPostgres, preparePrivateFolder } from './cluster-place.server'
import type { Binaries, RunAs } from './postgres-binaries.server'

const isRoot = process.getuid?.() === 0

/** A folder that everybody may enter, as a checkout or a data disk is. */
function openFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'kvartera-place-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => {
    vi.restoreAllMocks()
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** A place for data, removed after the test. */
function placeFor(folder: string) {
  onTestFinished(() => forgetPlace(folder))
  return findPlace(folder)
}

/** The other user as whom PostgreSQL runs when root starts it; any user will do. */
const other = { uid: 54_321, gid: 54_321 }
const runningAs = (runAs: RunAs) => ({ runAs }) as Binaries
const modeOf = (path: string) => statSync(path).mode & 0o777
const ownerOf = (path: string) => statSync(path).uid
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

test('the data lie in the folder itself, which its owner alone may list, and everything there goes with it', () => {
  const folder = join(openFolder(), 'data')
  const place = placeFor(folder)
  expect(place).toMatchObject({
    base: folder,
    data: join(folder, 'postgres'),
    sockets: join(folder, 'run'),
    log: join(folder, 'postgres.log'),
  })
  // PostgreSQL's own user has to come through.
  expect(modeOf(folder)).toBe(isRoot ? 0o711 : 0o700)
  writeFileSync(place.log, '')
  forgetPlace(folder)
  expect(existsSync(folder)).toBe(false)
})

test('who is not root keeps the folder to himself, made with what is above it', () => {
  const folder = join(openFolder(), 'above', 'data')
  vi.spyOn(process, 'getuid').mockReturnValue(1000)
  expect(findPlace(folder).base).toBe(folder)
  expect([modeOf(folder), modeOf(join(folder, '..'))]).toEqual([0o700, 0o700])
  expect(findPlace(folder).base).toBe(folder)
})

test.runIf(isRoot)('in a home that PostgreSQL cannot enter its data lie elsewhere, always in the same place', () => {
  const home = openFolder()
  chmodSync(home, 0o700)
  const folder = join(home, 'data')
  const { base, data } = placeFor(folder)
  // A new version has to find the data of the one before.
  expect(base).toBe(join('/var/lib/kvartera', digestOf(folder).slice(0, 12)))
  expect([data, existsSync(base)]).toEqual([join(base, 'postgres'), true])
  expect(findPlace(folder).base).toBe(base)
  mkdirSync(data)
  forgetPlace(folder)
  expect([base, folder].filter(existsSync)).toEqual([])
})

test('a path too long for a socket has its sockets in the temporary folder, and they are deleted with the rest', () => {
  const above = openFolder()
  const ofLength = (length: number) => join(above, 'x'.repeat(length - above.length - 1 - '/run'.length))
  const [longest, tooLong] = [ofLength(90), ofLength(91)]
  expect(placeFor(longest).sockets).toBe(join(longest, 'run'))
  const { sockets } = placeFor(tooLong)
  // Whoever stops or backs up the database looks for it there.
  expect(sockets).toBe(join(tmpdir(), `kvartera-${digestOf(tooLong).slice(0, 16)}`))
  mkdirSync(sockets)
  forgetPlace(tooLong)
  expect([sockets, tooLong].filter(existsSync)).toEqual([])
})

test('a private folder is open to its owner alone, and refused if it belongs to another user', () => {
  const folder = join(openFolder(), 'above', 'private')
  const own = runningAs(null)
  preparePrivateFolder(folder, own)
  preparePrivateFolder(folder, own)
  expect(modeOf(folder)).toBe(0o700)
  vi.spyOn(process, 'getuid').mockReturnValue(ownerOf(folder) + 1)
  expect(() => preparePrivateFolder(folder, own)).toThrow(ConfigError)
})

test('data of our own are closed to others', () => {
  const data = join(openFolder(), 'postgres')
  mkdirSync(data, { mode: 0o755 })
  writeFileSync(join(data, 'PG_VERSION'), '18')
  giveToPostgres({ data, binaries: runningAs(null) })
  expect(modeOf(data)).toBe(0o700)
})

test.runIf(isRoot)('data that root has restored are given to PostgreSQL, whatever part of them is root’s', () => {
  const binaries = runningAs(other)
  const data = join(openFolder(), 'postgres')
  const deep = join(data, 'base', '1')
  mkdirSync(deep, { recursive: true, mode: 0o755 })
  giveToPostgres({ data, binaries })
  expect([data, join(data, 'base'), deep].map(ownerOf)).toEqual([other.uid, other.uid, other.uid])
  expect(modeOf(data)).toBe(0o700)
  // The folder alone, as when it was made by hand and PostgreSQL's own files were moved into it.
  chownSync(data, 0, 0)
  giveToPostgres({ data, binaries })
  expect(ownerOf(data)).toBe(other.uid)
})
