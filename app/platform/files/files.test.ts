import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type S3Server, startS3 } from '../../../test/support/counterparts/s3-server'
import { systemClock } from '../clock.server'
import { type Files, FilesUnavailable, nameFor, parseFileName, typeOf } from './files.server'
import { openLocalFiles } from './local-files.server'
import { openS3Files } from './s3-files.server'

const account = { bucket: 'kvartera', key: 'AKIDTEST', secret: 'a secret/of+ours', region: 'eu-north-1' }
const folder = mkdtempSync(join(tmpdir(), 'kvartera-files-'))
const picture = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 251))
let s3: S3Server

beforeAll(async () => {
  s3 = await startS3(account)
})
afterAll(async () => {
  await s3.close()
  rmSync(folder, { recursive: true })
})

const adapters: [string, () => Files][] = [
  ['a local folder', () => openLocalFiles(join(folder, 'made when needed'))],
  ['an S3 server', () => openS3Files({ ...account, endpoint: s3.endpoint }, systemClock)],
]

describe.each(adapters)('%s', (_, open) => {
  test('gives back what was put, byte for byte, until it is removed', async () => {
    const files = open()
    const name = nameFor(picture, 'webp')
    expect(await files.get(name)).toBeNull()
    await files.put(name, picture)
    await files.put(name, picture)
    expect(Buffer.from((await files.get(name)) ?? []).equals(picture)).toBe(true)
    await files.remove(name)
    await files.remove(name)
    expect(await files.get(name)).toBeNull()
  })

  test('keeps equal pictures of two uploads apart', async () => {
    const files = open()
    const [mine, theirs] = [nameFor(picture, 'webp'), nameFor(picture, 'webp')]
    await files.put(mine, picture)
    await files.put(theirs, picture)
    await files.remove(mine)
    expect(await files.get(theirs)).not.toBeNull()
  })
})

test('the folder holds whole files and nothing else', async () => {
  const files = openLocalFiles(join(folder, 'tidy'))
  const name = nameFor(picture, 'webp')
  await Promise.all([1, 2, 3, 4].map(() => files.put(name, picture)))
  expect(readdirSync(join(folder, 'tidy'))).toEqual([name])
})

test('the S3 server is told the type', async () => {
  const name = nameFor(picture, 'webp')
  await openS3Files({ ...account, endpoint: s3.endpoint }, systemClock).put(name, picture)
  expect(s3.objects.get(name)?.type).toBe('image/webp')
})

test.each([
  ['a wrong secret', { secret: 'another' }],
  ['a wrong key', { key: 'AKIDOTHER' }],
  ['a wrong region', { region: 'us-east-1' }],
  ['a server that is not there', { endpoint: 'http://127.0.0.1:9' }],
  ['a bucket that is not there', { bucket: 'none' }],
])('%s is said, not taken for success', async (_, wrong) => {
  const files = openS3Files({ ...account, endpoint: s3.endpoint, ...wrong }, systemClock)
  await expect(files.put(nameFor(picture, 'webp'), picture)).rejects.toThrow(FilesUnavailable)
})

test('a server out of order is not a file that is missing', async () => {
  const files = openS3Files({ ...account, endpoint: s3.endpoint }, systemClock)
  s3.broken = 503
  await expect(files.get(nameFor(picture, 'webp'))).rejects.toThrow(FilesUnavailable)
  s3.broken = null
})

test.each([
  '../auth-secret',
  '..%2Fauth-secret',
  '',
  'a.webp',
  `${'a'.repeat(52)}.svg`,
  `${'A'.repeat(52)}.webp`,
  `${'a'.repeat(52)}.webp/..`,
  `${'a'.repeat(52)}.webp\0`,
])('%j is no name of a file', (text) => {
  expect(parseFileName(text)).toBeNull()
})

test('a name says its type', () => {
  const name = nameFor(picture, 'webp')
  expect(parseFileName(name)).toBe(name)
  expect(typeOf(name)).toBe('image/webp')
})
