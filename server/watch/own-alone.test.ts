import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { nameFor } from '~/platform/files/files.server'
import { openLocalFiles } from '~/platform/files/local-files.server'
import { openLog } from '~/platform/log.server'
import { keepForOwner } from './own-alone'

const base = mkdtempSync(join(tmpdir(), 'kvartera-own-'))
afterEach(() => rmSync(base, { recursive: true, force: true }))
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

test('new folders, logs and files are accessible to their owner only', async () => {
  const folder = join(base, 'new')
  keepForOwner(folder, [join(folder, 'files')])
  openLog({ logLevel: 'info', webProcesses: null }, join(folder, 'kvartera.log')).info({}, 'a line')
  const name = nameFor(new Uint8Array([1]), 'webp')
  await openLocalFiles(join(folder, 'files')).put(name, new Uint8Array([1]))
  expect(['', 'files', 'kvartera.log', `files/${name}`].map((path) => modeOf(join(folder, path)))).toEqual([
    '700',
    '700',
    '600',
    '600',
  ])
})

test('permissions of existing files are tightened to the owner, except execute permission on the folder', () => {
  const folder = join(base, 'old')
  mkdirSync(join(folder, 'files'), { recursive: true })
  writeFileSync(join(folder, 'kvartera.log'), '')
  writeFileSync(join(folder, 'files', 'a.webp'), '')
  for (const path of ['files', 'kvartera.log', 'files/a.webp']) chmodSync(join(folder, path), 0o777)
  chmodSync(folder, 0o755)
  keepForOwner(folder, [join(folder, 'files')])
  expect(['', 'files', 'kvartera.log', 'files/a.webp'].map((path) => modeOf(join(folder, path)))).toEqual([
    '711',
    '700',
    '600',
    '600',
  ])
})
