import { existsSync, readFileSync } from 'node:fs'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchPath } from 'react-router'
import { expect, test } from 'vitest'
import routes from '~/routes'
import { diaryPages, foundOnTheWay, pagesOf, publicPages } from '../support/browser/scanned-pages'

/** Routes that draw a page: those with a component. */
function pagesIn(entries: RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap((entry) => {
    const address = entry.path ? `${above}/${entry.path}` : above
    const isAddress = entry.path !== undefined || entry.index === true
    const shows = isAddress && /^export default |export \{[^}]*default/m.test(readFileSync(`app/${entry.file}`, 'utf8'))
    return [...(shows ? [address || '/'] : []), ...pagesIn(entry.children ?? [], address)]
  })
}

const pages = [...new Set(pagesIn(await routes))]
const scanned = [publicPages, diaryPages, ...Object.values(pagesOf).flatMap((parts) => Object.values(parts))].flat()

/** The page that an address leads to: the matching route with the fewest parameters. */
function pageOf(address: string): string | undefined {
  const [path = ''] = address.split('?')
  const names = (page: string) => (page.includes('*') ? 9 : page.split(':').length)
  return pages.filter((page) => matchPath(page, path)).sort((one, other) => names(one) - names(other))[0]
}

test('every page is scanned for accessibility by a browser test', () => {
  expect(pages.length).toBeGreaterThan(70)
  const seen = new Set([...scanned.map(pageOf), ...Object.keys(foundOnTheWay)])
  expect(pages.filter((page) => !seen.has(page))).toEqual([])
})

test('every address that is listed as scanned leads to a page, and the test named for it exists and scans', () => {
  // The 404 page is among them.
  expect(scanned.filter((address) => pageOf(address) === undefined)).toEqual([])
  expect(Object.keys(foundOnTheWay).filter((page) => !pages.includes(page))).toEqual([])
  for (const journey of new Set(Object.values(foundOnTheWay))) {
    const path = `test/browser/${journey}.spec.ts`
    expect(existsSync(path) && readFileSync(path, 'utf8').includes('expectForEveryone(')).toBe(true)
  }
})
