import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'
import { test } from '../../support/browser/browser-test'
import { mostOfPageThatRuns, mostOfPlainFile, plainPages } from '../../support/browser/budgets'
import { addressFor } from '../../support/browser/plain-addresses'

const built = join('build', 'client')
const sizeOf = (address: string) => statSync(`${join(built, address)}.br`).size
const sum = (sizes: Iterable<number>) => [...sizes].reduce((all, size) => all + size, 0)

/** The scripts that a browser requests when it opens a page, without interaction. */
async function asked(page: Page, address: string): Promise<Set<string>> {
  const files = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.resourceType() === 'script' && pathname.startsWith('/assets/')) files.add(pathname)
  })
  // The event stream would keep the network from becoming idle.
  await page.route('**/live', (route) => route.abort())
  await page.goto(address, { waitUntil: 'networkidle' })
  return files
}

/** One page of each kind, which `npm test` looks at: a landing, a form, a profile from the database, one behind the login. */
const looked = ['/', '/auth', '/company/:id', '/dashboard/customer/safety/history']

for (const [path, budget] of Object.entries(plainPages)) {
  test(`${path} runs only the shared script and stays within its size budget`, {
    tag: looked.includes(path) ? [] : ['@long'],
  }, async ({ page }) => {
    const address = await addressFor(page, path)
    const answer = await page.request.get(address)
    const html = await answer.text()
    expect(new URL(answer.url()).pathname).toBe(address)
    const scripts = [...html.matchAll(/<script\b([^>]*)>/g)].map(([, attributes = '']) => attributes)
    const run = scripts.filter((attributes) => !attributes.includes('application/ld+json'))
    expect(run).toEqual([
      expect.stringMatching(/^ type="module" fetchPriority="low" src="\/assets\/entry\.plain-[\w-]+\.js"$/),
    ])
    expect(html).not.toMatch(/modulepreload|nonce|__reactRouter| on[a-z]+="/)
    const [, styles = ''] = /<style[^>]*>([\s\S]*?)<\/style>/.exec(html) ?? []
    const hash = createHash('sha256').update(styles).digest('base64')
    const policy = answer.headers()['content-security-policy']
    expect(policy).toContain(`script-src 'self'; style-src 'self' 'sha256-${hash}';`)
    expect(html).not.toContain('rel="stylesheet"')

    const files = await asked(page, address)
    const [shared = ''] = [...files].filter((file) => run[0]?.includes(file))
    expect(sizeOf(shared)).toBeLessThanOrEqual(mostOfPlainFile)
    expect(sum([...files].map(sizeOf))).toBeLessThanOrEqual(budget.js)
    expect(brotliCompressSync(html).length).toBeLessThanOrEqual(budget.html)
  })
}

test('every page that runs React stays within the size budget', () => {
  // A plain page may run React for some visitors (`runs` in its handle), so all routes are measured.
  const heavy = everyPage().flatMap(({ id, files }) => {
    const bytes = sum(files.map(sizeOf))
    return bytes > mostOfPageThatRuns ? [`${id}: ${bytes}`] : []
  })
  expect(heavy).toEqual([])
})

test('only pages that run the schema library load it', () => {
  const loading = everyPage().filter(({ files }) => files.some((file) => file.includes('/schemas-')))
  expect(loading.map(({ id }) => id).sort()).toEqual(
    [
      // Shows the schemas of the requests.
      'integrations/api/pages/api-guide',
      // Preview the service while it is typed.
      'companies/services/pages/edit-service',
      'companies/services/pages/new-service',
    ].sort(),
  )
})

/** The scripts that each page loads with those around it. */
function everyPage() {
  const assets = join(built, 'assets')
  const name = readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file)) ?? ''
  const manifest: { entry: Part; routes: Record<string, Part> } = JSON.parse(
    readFileSync(join(assets, name), 'utf8')
      .replace(/^[^{]*/, '')
      .replace(/;?\s*$/, ''),
  )
  return Object.entries(manifest.routes).map(([id, route]) => ({
    id,
    files: [...new Set([manifest.entry, ...chainOf(route, manifest.routes)].flatMap(filesOf))],
  }))
}

type Part = { module: string; imports?: string[]; parentId?: string }
const filesOf = ({ module, imports = [] }: Part) => [module, ...imports]

function chainOf(route: Part, routes: Record<string, Part>): Part[] {
  const parent = routes[route.parentId ?? '']
  return [route, ...(parent ? chainOf(parent, routes) : [])]
}
