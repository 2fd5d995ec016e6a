import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fits, weighFolder } from './room'

const onOneDisk = () => 1
const onTheirOwn = (folder: string) => (folder === '/a' ? 1 : 2)

test.each([
  ['both on one disk with exactly enough room', onOneDisk, 100, true],
  ['both on one disk with a byte too few', onOneDisk, 99, false],
  ['each on its own disk with exactly enough room', onTheirOwn, 60, true],
  ['each on its own disk, too small for the larger', onTheirOwn, 59, false],
])('whether the copies fit and leave enough room on each disk: %s', (_, diskOf, free, isRoom) => {
  const loads = [
    { folder: '/a', bytes: 50 },
    { folder: '/b', bytes: 40 },
  ]
  expect(fits(loads, 10, () => free, diskOf)).toBe(isRoom)
})

test('counts the size of a folder with its subfolders, and a missing folder as 0', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kvartera-room-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await mkdir(join(folder, 'a', 'b'), { recursive: true })
  writeFileSync(join(folder, 'one'), Buffer.alloc(1_000))
  writeFileSync(join(folder, 'a', 'b', 'two'), Buffer.alloc(234))
  expect(await weighFolder(folder)).toBe(1_234)
  expect(await weighFolder(join(folder, 'nothing'))).toBe(0)
})
