import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * Checks the files in deploy/ against the product and against each other, since no test machine can fetch the images.
 * Tests that need a program which may be missing report that they were skipped.
 */
const read = (path: string) => readFileSync(`deploy/${path}`, 'utf8')
const compose = read('several-machines/compose.yaml')
const oneMachine = read('one-machine/compose.yaml')
const haproxy = read('several-machines/haproxy.cfg')
const patroni = read('several-machines/patroni.yml')
const pods = read('cloudnativepg/product.yaml')
const config = readFileSync('app/platform/config.server.ts', 'utf8')
const image = readFileSync('Containerfile', 'utf8')
/** All configuration schemas of the product. */
const schemas = readdirSync('app/platform', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.ts$/.test(name) && !name.includes('.test.'))
  .map((name) => readFileSync(`app/platform/${name}`, 'utf8'))
  .join('\n')

const numberOf = (text: string, name: string) => Number(new RegExp(`${name}: '?(\\d+)`).exec(text)?.[1] ?? Number.NaN)
const settingsIn = (text: string) =>
  [...text.matchAll(/^\s*(?:- name: )?([A-Z][A-Z0-9_]+)[=:]?/gm)].map(([, name = '']) => name)
const hasProgram = (program: string, ...given: string[]) => spawnSync(program, given).status === 0

test('every setting given in deploy/ exists in a configuration schema of the product', () => {
  const known = (name: string) => new RegExp(`^ *${name}: (z|secretList)\\b`, 'm').test(schemas)
  const ofProduct = [compose, oneMachine].map((text) => {
    const [, product = ''] = text.split('\n  product:\n')
    const [, pairs = ''] = /environment:\n((?: {6}.*\n)+)/.exec(product) ?? []
    return settingsIn(pairs)
  })
  for (const settings of ofProduct) {
    expect(settings).toEqual(expect.arrayContaining(['DATABASE_URL', 'DATABASE_OWNER_URL', 'TRUSTED_PROXIES']))
  }
  const [, env = ''] = pods.split('\n          env:\n')
  const given = [
    ...settingsIn(read('several-machines/settings.env.example')),
    ...settingsIn(read('one-machine/settings.env.example')),
    ...ofProduct.flat(),
    ...settingsIn(env).filter((name) => !['OWNER_PASSWORD', 'LOGIN_PASSWORD'].includes(name)),
  ]
  expect(given).toEqual(expect.arrayContaining(['AUTH_SECRET', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'STOP_NOTICE_SECONDS']))
  expect(given.filter((name) => !known(name))).toEqual([])
})

type StartParts = {
  startProxy(
    layout: { folder: string; port: object; databases: object[]; env: object },
    processes: { run(name: string, command: string, given: string[], env: object): unknown },
  ): void
}

test('compose and bin/several give HAProxy exactly the variables that its configuration uses', async () => {
  const asked = [...haproxy.matchAll(/"\$\{(\w+)\}"/g)].map(([, name = '']) => name).sort()
  const [, balancer = ''] = compose.split('\n  balancer:\n')
  const [ofBalancer = ''] = balancer.split('\n  product:\n')
  expect(settingsIn(ofBalancer).sort()).toEqual(asked)
  const { startProxy } = (await import(`${process.cwd()}/bin/several/start-parts.mjs`)) as StartParts
  const databases = ['one', 'two', 'three'].map((name) => ({ name, port: 1, patroni: 2 }))
  const given: string[] = []
  const run = (_name: string, _command: string, _given: string[], env: object) => given.push(...Object.keys(env))
  startProxy({ folder: '', port: {}, databases, env: {} }, { run })
  expect(given.sort()).toEqual(asked)
})

test('Patroni’s timeouts fit together, replication is synchronous, and max_connections suffices', () => {
  const [ttl, loop, retry] = ['ttl', 'loop_wait', 'retry_timeout'].map((name) => numberOf(patroni, name)) as [
    number,
    number,
    number,
  ]
  expect(ttl).toBeGreaterThanOrEqual(20)
  expect(loop + 2 * retry).toBeLessThanOrEqual(ttl)
  expect(patroni).toMatch(/^ {4}synchronous_mode: true$/m)
  // Enough for two machines with two processes each, for manual connections, and for the standbys.
  expect(numberOf(patroni, 'max_connections')).toBeGreaterThanOrEqual(2 * 60 + 40)
})

test('HAProxy’s health checks fail before the stop notice runs out, and ask /halsa/process and /primary', () => {
  const notice = Number(/defaultStopNotice = (\d+)/.exec(config)?.[1])
  const checks = [...haproxy.matchAll(/inter (\d+)s fall (\d+)/g)].map(
    ([, every, fall]) => Number(every) * Number(fall),
  )
  expect(checks).toHaveLength(2)
  for (const seconds of checks) expect(seconds).toBeLessThan(notice)
  expect(haproxy).toMatch(/uri \/halsa\/process ver HTTP\/1\.1 hdr Host \S+$/m)
  expect(haproxy).toMatch(/uri \/primary$/m)
  expect(haproxy).toMatch(/^listen primary\n(?:\t.*\n)*\tdefault-server .*on-marked-down shutdown-sessions$/m)
})

test('the stop grace periods exceed the stop notice plus the shutdown limit', () => {
  const limit =
    Number(/limitMs = ([\d_]+)/.exec(readFileSync('server/start/stop-on-signal.ts', 'utf8'))?.[1]?.replace('_', '')) /
    1000
  const notice = Number(/defaultStopNotice = (\d+)/.exec(config)?.[1])
  const [, product = ''] = compose.split('\n  product:\n')
  const [, ofOneMachine = ''] = oneMachine.split('\n  product:\n')
  for (const text of [product, ofOneMachine]) {
    expect(Number(/stop_grace_period: (\d+)s/.exec(text)?.[1])).toBeGreaterThan(notice + limit)
  }
  const [, told] = /STOP_NOTICE_SECONDS\n\s+value: '(\d+)'/.exec(pods) ?? []
  expect(numberOf(pods, 'terminationGracePeriodSeconds')).toBeGreaterThan(Number(told) + limit)
  const [, readiness = ''] = pods.split('readinessProbe:')
  expect(numberOf(readiness, 'periodSeconds') * numberOf(readiness, 'failureThreshold')).toBeLessThan(Number(told))
})

test('on several machines every health check of the product asks /halsa/process on the port that the image exposes', () => {
  const port = /\bEXPOSE (\d+)/.exec(image)?.[1]
  expect([...pods.matchAll(/path: (\S+)/g)].map(([, path]) => path)).toEqual(Array(3).fill('/halsa/process'))
  expect(pods).toMatch(new RegExp(`- name: http\n +containerPort: ${port}$`, 'm'))
  expect([...pods.matchAll(/httpGet:\n +path: \S+\n +port: (\S+)/g)].map(([, to]) => to)).toEqual(Array(3).fill('http'))
  expect(compose).toContain(`:${port}/halsa/process`)
  for (const name of ['PRODUCT_ONE', 'PRODUCT_TWO']) expect(compose).toMatch(new RegExp(`${name}: \\S+:${port}$`, 'm'))
})

test('on several machines no container runs as root, writes to its own image or gains privileges', () => {
  const [, after = ''] = compose.split(/\n\nservices:\n/)
  const services = (after.split('\n\nvolumes:\n')[0] ?? '').split(/\n\n(?= {2}\w+:\n)/)
  expect(services).toHaveLength(5)
  for (const service of services) {
    expect(service).toContain('<<: *careful')
    // Our own images name a user below; that of HAProxy has one of its own.
    expect(service).toMatch(/Containerfile(\.database)? \}$|^ {4}user: '1000:1000'$|image: \S+\/haproxy:/m)
  }
  for (const line of ['read_only: true', 'cap_drop: [ALL]', "security_opt: ['no-new-privileges:true']"]) {
    expect(compose).toContain(line)
    // Given to all at once, and taken back by none.
    expect(compose.match(new RegExp(line.split(':')[0] ?? '', 'g'))).toHaveLength(1)
  }
  expect(compose).not.toContain('privileged:')
  for (const line of ['runAsNonRoot: true', 'readOnlyRootFilesystem: true', 'allowPrivilegeEscalation: false'])
    expect(pods).toContain(line)
  expect(read('several-machines/Containerfile.database')).toMatch(/^USER postgres$/m)
  expect(image).toMatch(/^USER node$/m)
})

test('example files have no secrets', () => {
  const examples = readdirSync('deploy', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.example$/.test(name),
  )
  expect(examples).toHaveLength(4)
  for (const name of examples) expect(read(name)).not.toMatch(/(PASSWORD|SECRET|KEY|PASS)=\S/)
})

test('every form of deployment creates the three database roles with the same grants', () => {
  const sql = (form: string) => /<<'SQL'\n([\s\S]*?)\nSQL/.exec(read(`${form}/first-start.sh`))?.[1]
  expect(sql('several-machines')).toBe(sql('one-machine'))
  for (const line of sql('one-machine')?.match(/^(create role kvartera_product|grant).*(?=;)/gm) ?? ['']) {
    expect(read('cloudnativepg/database.yaml')).toContain(`- ${line}`)
  }
  // The operator creates the two that log in.
  expect(sql('one-machine')?.match(/(?<=^create role )\w+(?= login)/gm)).toEqual(['kvartera_owner', 'kvartera_login'])
  expect(read('cloudnativepg/database.yaml')).toMatch(/^ {6}owner: kvartera_owner$/m)
  expect(read('cloudnativepg/database.yaml')).toMatch(
    /- name: kvartera_login\n(?: {8}.*\n)*? {8}inRoles:\n {10}- kvartera_product\n/,
  )
})

const readsAll = 'import sys,yaml; [list(yaml.safe_load_all(open(path, "rb"))) for path in sys.argv[1:]]'

describe('the files of deploy/, read by other programs', () => {
  test('every YAML file parses', ({ skip }) => {
    if (!hasProgram('python3', '-c', 'import yaml')) return skip('python3-yaml is not installed')
    const files = readdirSync('deploy', { recursive: true, encoding: 'utf8' }).filter((name) => /\.ya?ml$/.test(name))
    expect(files.length).toBeGreaterThan(5)
    // One Python process for all files: starting it takes longer than parsing.
    const parsed = spawnSync('python3', ['-c', readsAll, ...files.map((file) => join('deploy', file))])
    expect([parsed.status, String(parsed.stderr)]).toEqual([0, ''])
  })

  test('HAProxy accepts its configuration without warnings', ({ skip }) => {
    const path = `${process.env.PATH}:/usr/sbin`
    if (spawnSync('haproxy', ['-v'], { env: { PATH: path } }).status !== 0) return skip('haproxy is not installed')
    const asked = [...haproxy.matchAll(/"\$\{(\w+)\}"/g)].map(([, name = '']) => name)
    const env = Object.fromEntries(
      asked.map((name, n) => [name, name.startsWith('PATRONI') ? '8008' : `127.0.0.1:${4_000 + n}`]),
    )
    const { status, stderr } = spawnSync('haproxy', ['-c', '-f', 'deploy/several-machines/haproxy.cfg'], {
      env: { PATH: path, ...env },
    })
    expect([status, String(stderr)]).toEqual([0, expect.not.stringContaining('WARNING')])
  })
})
