import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { operatorEnv, productionEnv } from '../support/operator'
import { freePort } from '../support/product-process'

/* Tests the image without containers, on machines that cannot build one: the files that the last stage of the
   Containerfile copies lie in a folder that is read-only for the product's user, with the packages of the build stage,
   and are started by the image's command. The database is set up by deploy/one-machine. Whether the base images exist
   is not tested. */

const isAsked = process.env.FAULTS === 'container' || process.env.FAULTS === 'full'
const file = readFileSync('Containerfile', 'utf8')
const [built = '', run = ''] = file.split(/^FROM .*$/m).slice(1)
const said = (stage: string, word: string) =>
  [...stage.replaceAll('\\\n', '').matchAll(new RegExp(`^${word} (.*)$`, 'gm'))].map(([, rest = '']) => rest.trim())

const root = mkdtempSync(join(tmpdir(), 'kvartera-image-'))
const app = join(root, 'kvartera')
const data = join(root, 'data')
const node = join(root, 'node')
/** Made by the build stage and not part of the repository. */
const made = ['node_modules', 'sbom.json']
let port: number

beforeAll(async () => {
  if (!isAsked) return
  for (const copy of said(run, 'COPY')) {
    const [from = '', to = ''] = copy.replace('--from=build ', '').split(' ')
    const source = relative('/kvartera', from)
    if (made.includes(source)) continue
    mkdirSync(dirname(join(app, to)), { recursive: true })
    cpSync(source, join(app, to), { recursive: true })
  }
  copyFileSync('package-lock.json', join(app, 'package-lock.json'))
  execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: app, stdio: 'pipe' })
  const [listed] = /npm sbom.*/.exec(said(built, 'RUN').join('\n')) ?? []
  writeFileSync(join(app, 'sbom.json'), execFileSync('sh', ['-c', listed?.replace(/ > .*/, '') ?? 'false']))
  rmSync(join(app, 'package-lock.json'))
  const [thrownAway] = /rm -rf node_modules.*/.exec(said(built, 'RUN').join('\n')) ?? []
  execFileSync('sh', ['-c', thrownAway ?? 'false'], { cwd: app })
  copyFileSync(process.execPath, node)
  for (const path of [root, node]) chmodSync(path, 0o755)
  mkdirSync(data)
  const { uid, gid } = otherUser()
  if (uid !== undefined) chownSync(data, uid, gid)
  await makeDatabase()
  port = await freePort()
}, 240_000)

afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Runs the SQL of first-start.sh as the database image would, with passwords that this server does not check. */
async function makeDatabase() {
  const [, script = ''] =
    /<<'SQL'\n([\s\S]*?)\nSQL/.exec(readFileSync('deploy/one-machine/first-start.sh', 'utf8')) ?? []
  const client = new pg.Client({ ...inject('postgres'), database: 'postgres' })
  await client.connect()
  // The role exists already in the tests' server.
  const own = script.replaceAll(/:'(\w+)'/g, "'$1'").replace(/^create role kvartera_product.*$/m, '')
  for (const statement of own.split(';')) if (statement.trim()) await client.query(statement)
  await client.end()
}

const environment = () => {
  const { host } = inject('postgres')
  const url = (login: string) => `postgresql://${login}@/kvartera?host=${encodeURIComponent(host)}`
  const given = said(run, 'ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('=') as [string, string]))
  return {
    ...Object.fromEntries(given),
    ...productionEnv,
    ...operatorEnv,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: data,
    ORIGIN: `http://127.0.0.1:${port}`,
    DATABASE_URL: url('kvartera_login'),
    DATABASE_OWNER_URL: url('kvartera_owner'),
    PATH: root,
  }
}

/** A user that is not root: the owner of the tests' database server, who alone may use its socket. */
function otherUser(): { uid: number; gid: number } | { uid?: undefined; gid?: undefined } {
  const { uid, gid } = statSync(inject('postgres').host)
  return process.getuid?.() === 0 ? { uid, gid } : {}
}

/** The image's health check command, for another port. */
function healthAt(at: number): string[] {
  const health = /CMD (\[.*\])$/.exec(said(run, 'HEALTHCHECK')[0] ?? '')?.[1] ?? '[]'
  const [, ...given] = JSON.parse(health) as string[]
  return given.map((part) => part.replace(':3000', `:${at}`))
}

const everythingIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => join(entry.parentPath, entry.name))

test('the image starts with its own files, user and command, writes none of its files, and stops cleanly', async ({
  skip,
}) => {
  if (!isAsked) return skip('npm run faults -- container plays it: it installs packages')
  const { components } = JSON.parse(readFileSync(join(app, 'sbom.json'), 'utf8')) as { components: { name: string }[] }
  const listed = components.map((each) => each.name)
  expect(listed).toEqual(expect.arrayContaining(['pg', 'react', 'hono']))
  const before = everythingIn(app).map((path) => `${path} ${statSync(path).mtimeMs}`)
  const [command = '[]'] = said(run, 'CMD').slice(-1)
  const [, ...given] = JSON.parse(command) as string[]
  const child = spawn(node, given, { cwd: app, env: environment(), ...otherUser(), stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      log += chunk
    })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const home = `http://127.0.0.1:${port}`
  await expect.poll(() => log, { timeout: 60_000, interval: 200 }).toContain('is open at')

  const ask = healthAt(port)
  expect(spawnSync(node, ask).status).toBe(0)
  for (const path of ['/', '/companies', '/svarstider', '/auth', '/manifest.webmanifest']) {
    expect([path, (await fetch(home + path)).status]).toEqual([path, 200])
  }
  expect(log).not.toMatch(/is a superuser|owns the tables|cannot act as kvartera_product/)
  expect(log).not.toContain('"level":50')

  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(spawnSync(node, ask).status).toBe(1)
  expect(everythingIn(app).map((path) => `${path} ${statSync(path).mtimeMs}`)).toEqual(before)
  process.stdout.write(
    `container: ${before.length} files in the image, open, healthy, stopped cleanly as user ${otherUser().uid ?? 'the same'}\n`,
  )
}, 120_000)

test('the image’s health check fails where nothing listens', ({ skip }) => {
  if (!isAsked) return skip('npm run faults -- container plays it')
  const health = /CMD (\[.*\])$/.exec(said(run, 'HEALTHCHECK')[0] ?? '')?.[1] ?? '[]'
  const [, ...ask] = JSON.parse(health) as string[]
  expect(
    spawnSync(
      node,
      ask.map((part) => part.replace(':3000', ':9')),
    ).status,
  ).toBe(1)
})
