import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type S3Server, startS3 } from '../../../test/support/counterparts/s3-server'
import { systemClock } from '../clock.server'
import { type Files, FilesUnavailable, nameFor, parseFileName, typeOf } from './files.server'
import { openLocalFiles } from './local-files.server'
import { openS3Files } from './s3-files.server'
import { signS3Request } from './sign-s3-request'

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
  test('returns what was stored, byte for byte, until it is removed', async () => {
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

  test('stores equal pictures of two uploads separately', async () => {
    const files = open()
    const [mine, theirs] = [nameFor(picture, 'webp'), nameFor(picture, 'webp')]
    await files.put(mine, picture)
    await files.put(theirs, picture)
    await files.remove(mine)
    expect(await files.get(theirs)).not.toBeNull()
  })
})

test('simultaneous writes leave one whole file and no temporary ones', async () => {
  const files = openLocalFiles(join(folder, 'tidy'))
  const name = nameFor(picture, 'webp')
  await Promise.all([1, 2, 3, 4].map(() => files.put(name, picture)))
  expect(readdirSync(join(folder, 'tidy'))).toEqual([name])
})

test('creates folders and files that only their owner may read', async () => {
  const [above, name] = [join(folder, 'owned'), nameFor(picture, 'webp')]
  await openLocalFiles(join(above, 'pictures')).put(name, picture)
  const rightsOf = (...path: string[]) => statSync(join(above, ...path)).mode & 0o777
  expect([rightsOf('pictures'), rightsOf('pictures', name)]).toEqual([0o700, 0o600])
})

test('throws when a file cannot be written or read, and leaves no temporary file', async () => {
  const [place, name] = [join(folder, 'taken'), nameFor(picture, 'webp')]
  mkdirSync(join(place, name, 'in the way'), { recursive: true })
  const files = openLocalFiles(place)
  await expect(files.put(name, picture)).rejects.toMatchObject({ syscall: 'rename' })
  expect(readdirSync(place)).toEqual([name])
  // The name exists but cannot be read, which is not the same as not found.
  await expect(files.get(name)).rejects.toMatchObject({ code: 'EISDIR' })
})

test('a file name is the hash of the content and a random part', () => {
  const [mine, theirs] = [nameFor(picture, 'webp'), nameFor(picture, 'webp')]
  expect(mine.slice(0, 40)).toBe(theirs.slice(0, 40))
  expect(mine.slice(40)).not.toBe(theirs.slice(40))
  expect(nameFor(Buffer.from('another'), 'webp').slice(0, 40)).not.toBe(mine.slice(0, 40))
})

test('throws for an unexpected status of the S3 server', async () => {
  const files = openS3Files({ ...account, endpoint: s3.endpoint }, systemClock)
  const name = nameFor(picture, 'webp')
  for (const status of [202, 204, 500]) {
    s3.broken = status
    await expect(files.put(name, picture), `put ${status}`).rejects.toThrow(`S3 PUT: status ${status}`)
    await expect(files.get(name), `get ${status}`).rejects.toThrow(`S3 GET: status ${status}`)
  }
  await expect(files.remove(name)).rejects.toThrow('S3 DELETE: status 500')
  // Some S3 servers answer a successful delete with 200, and one of a missing file with 404.
  for (const status of [200, 404]) {
    s3.broken = status
    await files.remove(name)
  }
  s3.broken = null
})

test('signs a URL with escaped characters as it is sent', async () => {
  const url = new URL(`${s3.endpoint}/kvartera/%21%27%28%29%2A%20b`)
  const put = { method: 'PUT', url, body: Buffer.from('x') } as const
  const answer = await fetch(url, { ...put, headers: signS3Request(put, account, systemClock.now()) })
  expect(answer.status).toBe(200)
})

test('sends the content type to the S3 server', async () => {
  const name = nameFor(picture, 'webp')
  await openS3Files({ ...account, endpoint: s3.endpoint }, systemClock).put(name, picture)
  expect(s3.objects.get(name)?.type).toBe('image/webp')
})

test.each([
  ['a wrong secret', { secret: 'another' }],
  ['a wrong key', { key: 'AKIDOTHER' }],
  ['a wrong region', { region: 'us-east-1' }],
  ['a server that does not answer', { endpoint: 'http://127.0.0.1:9' }],
  ['a missing bucket', { bucket: 'none' }],
])('throws FilesUnavailable for %s', async (_, wrong) => {
  const files = openS3Files({ ...account, endpoint: s3.endpoint, ...wrong }, systemClock)
  await expect(files.put(nameFor(picture, 'webp'), picture)).rejects.toThrow(FilesUnavailable)
})

test('an S3 server that is down is not a missing file', async () => {
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
])('refuses %j as a file name', (text) => {
  expect(parseFileName(text)).toBeNull()
})

test('a file name gives its content type', () => {
  const name = nameFor(picture, 'webp')
  expect(parseFileName(name)).toBe(name)
  expect(typeOf(name)).toBe('image/webp')
})
