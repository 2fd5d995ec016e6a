import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect } from '@playwright/test'
import { demo, logIn } from '../support/browser/browser-people'
import { test } from '../support/browser/browser-test'
import { mostOfPageThatRuns, plainPages } from '../support/browser/budgets'

const built = join('build', 'client')
const sizeOf = (address: string) => statSync(`${join(built, address)}.br`).size
const sum = (sizes: Iterable<number>) => [...sizes].reduce((all, size) => all + size, 0)

/** A file and all that it may load. */
function loaded(address: string, seen = new Set<string>()): Set<string> {
  if (seen.has(address)) return seen
  seen.add(address)
  const code = readFileSync(join(built, address), 'utf8')
  for (const [, name] of code.matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g)) loaded(`/assets/${name}`, seen)
  return seen
}

/** An address for each page, with one of the demo's own where there is a name in it. */
const examples: Record<string, string> = { '/*': '/finns-inte', '/svarstider/:code': '/svarstider/12540' }

/** Whose they are: nobody else is shown them. */
const readers: Record<string, string> = { '/sponsor/apply': demo.company, '/season/apply': demo.company }

for (const [path, budget] of Object.entries(plainPages)) {
  test(`${path} runs no script of its own, and weighs no more than it may`, async ({ page }) => {
    const reader = readers[path]
    if (reader) await logIn(page, reader)
    const { request } = page
    let address = examples[path] ?? path
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

    const files = loaded(/src="([^"]+)"/.exec(run[0] ?? '')?.[1] ?? '')
    expect(sum([...files].map(sizeOf))).toBeLessThanOrEqual(budget.js)
    expect(brotliCompressSync(html).length).toBeLessThanOrEqual(budget.html)
  })
}

test('a page that runs weighs no more than it may', () => {
  const assets = join(built, 'assets')
  const name = readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file)) ?? ''
  const manifest: { entry: Omit<Part, 'hasClientMiddleware'>; routes: Record<string, Part> } = JSON.parse(
    readFileSync(join(assets, name), 'utf8')
      .replace(/^[^{]*/, '')
      .replace(/;?\s*$/, ''),
  )
  const running = Object.entries(manifest.routes).filter(
    ([id, { hasClientMiddleware }]) => id === 'root' || !hasClientMiddleware,
  )
  const heavy = running.flatMap(([id, route]) => {
    const files = new Set([manifest.entry, ...chainOf(route, manifest.routes)].flatMap(filesOf))
    const bytes = sum([...files].map(sizeOf))
    return bytes > mostOfPageThatRuns ? [`${id}: ${bytes}`] : []
  })
  expect(heavy).toEqual([])
})

/** Only plain pages have a middleware of their own in the browser, which leads to them. */
type Part = { module: string; imports?: string[]; parentId?: string; hasClientMiddleware: boolean }
const filesOf = ({ module, imports = [] }: Pick<Part, 'module' | 'imports'>) => [module, ...imports]

function chainOf(route: Part, routes: Record<string, Part>): Part[] {
  const parent = routes[route.parentId ?? '']
  return [route, ...(parent ? chainOf(parent, routes) : [])]
}
