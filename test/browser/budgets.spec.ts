import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'
import { ask } from '../support/browser/alarm-people'
import { demo, logIn } from '../support/browser/browser-people'
import { test } from '../support/browser/browser-test'
import { mostOfPageThatRuns, mostOfPlainFile, plainPages } from '../support/browser/budgets'

const built = join('build', 'client')
const sizeOf = (address: string) => statSync(`${join(built, address)}.br`).size
const sum = (sizes: Iterable<number>) => [...sizes].reduce((all, size) => all + size, 0)

/** The scripts that a browser asks for when it opens a page, and is left to it. */
async function asked(page: Page, address: string): Promise<Set<string>> {
  const files = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.resourceType() === 'script' && pathname.startsWith('/assets/')) files.add(pathname)
  })
  // A line that goes on talking would never be quiet.
  await page.route('**/live', (route) => route.abort())
  await page.goto(address, { waitUntil: 'networkidle' })
  return files
}

/** An address for each page, with one of the demo's own where there is a name in it. */
const examples: Record<string, string> = { '/*': '/finns-inte', '/svarstider/:code': '/svarstider/12540' }

/** Whose they are: nobody else is shown them. */
const readers: Record<string, string> = {
  '/sponsor/apply': demo.company,
  '/season/apply': demo.company,
  '/dashboard/customer/safety/history': demo.member,
}

/** What is somebody's own, by what is known of it: its address and whose it is. */
const own: Record<string, string> = {
  '/dashboard/receipts/:number': `select '/dashboard/receipts/' || number as address, profiles.email from receipts
     join profiles on profiles.id = member_id limit 1`,
  '/dashboard/customer/safety/history/:id': `select '/dashboard/customer/safety/history/' || safety_alarms.id as address, profiles.email
     from safety_alarms join profiles on profiles.id = reported_by where status in ('resolved', 'false_alarm', 'cancelled')
     and profiles.email like '%@demo.example' limit 1`,
}

for (const [path, budget] of Object.entries(plainPages)) {
  test(`${path} runs no script of its own, and weighs no more than it may`, async ({ page }) => {
    const [found] = own[path] ? await ask<{ address: string; email: string }>(own[path]) : []
    const reader = found?.email ?? readers[path]
    if (reader) await logIn(page, reader)
    const { request } = page
    let address = found?.address ?? examples[path] ?? path
    if (path === '/company/:id') {
      const directory = await (await request.get('/companies')).text()
      address = /href="(\/company\/[^"]+)"/.exec(directory)?.[1] ?? ''
    }
    const answer = await request.get(address)
    const html = await answer.text()
    expect(new URL(answer.url()).pathname).toBe(address)
    const scripts = [...html.matchAll(/<script\b([^>]*)>/g)].map(([, attributes = '']) => attributes)
    const run = scripts.filter((attributes) => !attributes.includes('application/ld+json'))
    expect(run).toEqual([expect.stringMatching(/^ type="module" src="\/assets\/entry\.plain-[\w-]+\.js"$/)])
    expect(html).not.toMatch(/modulepreload|nonce|__reactRouter| on[a-z]+="/)
    expect(answer.headers()['content-security-policy']).toMatch(/script-src 'self';.*style-src 'self';/)

    const files = await asked(page, address)
    const [shared = ''] = [...files].filter((file) => run[0]?.includes(file))
    expect(sizeOf(shared)).toBeLessThanOrEqual(mostOfPlainFile)
    expect(sum([...files].map(sizeOf))).toBeLessThanOrEqual(budget.js)
    expect(brotliCompressSync(html).length).toBeLessThanOrEqual(budget.html)
  })
}

test('a page that runs weighs no more than it may', () => {
  const assets = join(built, 'assets')
  const name = readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file)) ?? ''
  const manifest: { entry: Part; routes: Record<string, Part> } = JSON.parse(
    readFileSync(join(assets, name), 'utf8')
      .replace(/^[^{]*/, '')
      .replace(/;?\s*$/, ''),
  )
  // A plain page too may have something to run for some (`runs` in its handle).
  const heavy = Object.entries(manifest.routes).flatMap(([id, route]) => {
    const files = new Set([manifest.entry, ...chainOf(route, manifest.routes)].flatMap(filesOf))
    const bytes = sum([...files].map(sizeOf))
    return bytes > mostOfPageThatRuns ? [`${id}: ${bytes}`] : []
  })
  expect(heavy).toEqual([])
})

type Part = { module: string; imports?: string[]; parentId?: string }
const filesOf = ({ module, imports = [] }: Part) => [module, ...imports]

function chainOf(route: Part, routes: Record<string, Part>): Part[] {
  const parent = routes[route.parentId ?? '']
  return [route, ...(parent ? chainOf(parent, routes) : [])]
}
