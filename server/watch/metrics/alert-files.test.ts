import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openDatabase } from '~/platform/database/database.server'
import { knownKey } from '~/platform/known-key.server'
import { fromDatabase, fromProcess } from './measures'
import { type Metered, openMetrics } from './metrics'

/* The Prometheus rules and the Grafana dashboard may only use metrics that exist, and docs/alerts.md must describe
   every alert. */

const rules = readFileSync('deploy/prometheus/alerts.yml', 'utf8')
const dashboard = readFileSync('deploy/grafana/kvartera.json', 'utf8')
const handbook = readFileSync('docs/alerts.md', 'utf8')
const secret = 'alert-files-7Hq2Lw9ZxC4vBn'

async function saidOfTheProcess(): Promise<string> {
  const db = openDatabase(new pg.Pool())
  await db.destroy()
  const config = { sms: { adapter: 'outbox' }, smsPartOre: 60 } as Metered['config']
  const house: Metered = {
    db,
    config,
    clock: { now: () => new Date() },
    metricsKey: knownKey([secret]),
    pools: () => [],
    space: { freeBytes: () => 0, state: () => 'ok', isLow: () => false, stop() {} },
    isClosing: () => false,
  }
  const { routes } = openMetrics(house)
  return (await routes.request('/', { headers: { authorization: `Bearer ${secret}` } })).text()
}

const names = (text: string) => new Set(text.match(/\b(?:kvartera|nodejs|process)_[a-z0-9_]+/g))

test('every metric that the alert rules, the dashboard and the handbook use exists', async () => {
  const said = names(await saidOfTheProcess())
  for (const { name } of [...fromDatabase, ...fromProcess]) said.add(name)
  for (const part of ['bucket', 'count', 'sum']) said.add(`kvartera_request_seconds_${part}`)
  const asked = [...names(rules), ...names(dashboard), ...names(handbook)]
  expect(asked.length).toBeGreaterThan(20)
  expect(asked.filter((name) => !said.has(name))).toEqual([])
})

test('the handbook describes exactly the alerts that exist, with the same ones marked as waking somebody', () => {
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const explained = [...handbook.matchAll(/^\| (Kvartera\w+)/gm)].map(([, name]) => name)
  expect(alerts.length).toBeGreaterThan(10)
  expect(explained.toSorted()).toEqual(alerts.toSorted())
  const wakes = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name).toSorted()
  expect(wakes(handbook, /^\| (\w+) \*wake\*/gm)).toEqual(
    wakes(rules, /- alert: (\w+)\n(?:(?! {6}- alert)[\s\S])*?severity: wake/g),
  )
})

test.for([
  ['the rules', ['check', 'rules', 'deploy/prometheus/alerts.yml']],
  // Unit tests of the rules: made-up figures, and which alerts fire.
  ['what the rules are to say', ['test', 'rules', 'deploy/prometheus/alerts.test.yml']],
  // Syntax only: the metrics key exists on the operator's machine alone.
  ['the configuration', ['check', 'config', '--syntax-only', 'deploy/prometheus/prometheus.yml']],
] as const)('promtool accepts %s', ([, asked], { skip }) => {
  const { error, status, stdout, stderr } = spawnSync('promtool', asked, { encoding: 'utf8' })
  if (error) return skip('promtool is not installed here')
  expect(`${stdout}${stderr}`).toContain('SUCCESS')
  expect(status).toBe(0)
})
