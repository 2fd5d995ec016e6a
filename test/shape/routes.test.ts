import { readFileSync } from 'node:fs'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import { returnAddress } from '~/door/return-address'
import routes from '~/routes'
import { plainPages } from '../support/browser/budgets'

type Page = { address: string; file: string }

function pagesOf(entries: RouteConfigEntry[], above = ''): Page[] {
  return entries.flatMap((entry) => {
    const address = entry.path ? `${above}/${entry.path}` : above
    const own = entry.path !== undefined || entry.index ? [{ address: address || '/', file: entry.file }] : []
    return [...own, ...pagesOf(entry.children ?? [], address)]
  })
}

const pages = pagesOf(await routes)
const sourceOf = ({ file }: Page) => readFileSync(`app/${file}`, 'utf8')

test('every address of the product', () => {
  expect(pages.map(({ address }) => address).sort()).toMatchSnapshot()
})

/** Public addresses. Adding one here is the decision that it is public. */
const open = [
  '/',
  '/*',
  '/.well-known/jwks.json',
  '/.well-known/security.txt',
  // Only an action, which requires an API key.
  '/api/partner/alarms/:id/:deed',
  '/api/partner/openapi.json',
  '/api/token',
  '/api',
  '/auth',
  '/auth/passkey',
  '/auth/recover',
  '/auth/reset',
  '/auth/second-factor',
  '/auth/undo-address',
  '/auth/verify',
  // Calendar programs can send a secret address and nothing else.
  '/calendar.ics',
  '/companies',
  '/company/:id',
  '/integritet',
  // The person who was asked has no account; the secret in the address authorises.
  '/far-veta',
  // No login: the link went to the member's own number, and is opened on a phone outdoors.
  '/hemma',
  // Authorised by the secret in the address, checked in the database on each request.
  '/larm/:token',
  '/larm/:token/folj',
  '/logout',
  '/og/company/:id.png',
  // Sent by a browser without a user present; authorised by the subscription's secret.
  '/push/renew',
  '/robots.txt',
  '/security',
  '/session',
  '/signup',
  '/sitemap.xml',
  // Aggregated figures are public: too few alarms give no figure, and no single alarm is shown.
  '/status',
  '/status.atom',
  '/svarstider',
  '/svarstider/:code',
  '/ui',
  '/vakt',
  '/vakt/in',
  '/vad-konceptet-sparar',
  '/villkor',
  '/webhooks/stripe',
  '/webhooks/swish/:id',
]

test('every address that is not public has a guard in the first lines of its loader and action', () => {
  const unguarded = pages
    .filter(({ address }) => !open.includes(address))
    .filter((page) => {
      const doors = sourceOf(page).match(/export (async )?function (loader|action)\(.*\{\n(.*\n){3}/g) ?? []
      const hasLoader = doors.some((door) => door.includes('function loader'))
      return !hasLoader || doors.some((door) => !/require(Role|SignedIn|Guard)\(|answer(Program|System)\(/.test(door))
    })
  expect(unguarded.map(({ address }) => address)).toEqual([])
})

test('after a login, returnAddress accepts every page and turns everything else into /dashboard', () => {
  const isPage = ({ file }: Page) => file.endsWith('.tsx')
  const isTheirs = (page: Page) => /require(Role|SignedIn|Guard)\(/.test(sourceOf(page))
  const wrong = pages
    .map((page) => ({ ...page, filled: page.address.replace(/:\w+/g, 'x') }))
    .filter(({ address }) => address !== '/dashboard/notices/unread')
    .filter((page) => {
      const leadsThere = !page.address.startsWith('/auth') && (isPage(page) || isTheirs(page))
      return returnAddress(page.filled) !== (leadsThere ? page.filled : '/dashboard')
    })
  expect(wrong.map(({ address }) => address)).toEqual([])
})

test('every address that is listed as public exists', () => {
  const addresses = pages.map(({ address }) => address)
  expect(open.filter((address) => !addresses.includes(address))).toEqual([])
})

test('every plain page has a budget, and no other page has one', () => {
  const plain = pages.filter((page) => sourceOf(page).includes("from '~/door/plain-page'"))
  expect(plain.map(({ address }) => address).sort()).toEqual(Object.keys(plainPages).sort())
})
