import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub, matchPath, RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import * as areaResponses from '~/alarms/shown/pages/area-responses'
import * as responses from '~/alarms/shown/pages/responses'
import * as profile from '~/directory/pages/company-profile'
import * as directory from '~/directory/pages/directory'
import * as safety from '~/directory/pages/safety'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { silentLog } from '~/platform/log.server'
import { type Listener, openListener } from '~/platform/realtime/listener.server'
import { openLive } from '~/platform/realtime/live.server'
import type { Env } from '../../../server/door/door-env'
import { createKeptPages } from '../../../server/pages/kept-pages'
import { hearWhatIsShown } from '../../../server/pages/what-is-shown'
import type { TestHouse } from '../house'
import { soon } from '../pace/soon'

/** The pages that are cached until their content changes, by route. */
const pages = {
  '/companies': directory,
  '/company/:id': profile,
  '/security': safety,
  '/svarstider': responses,
  '/svarstider/:code': areaResponses,
}

type Page = { loader: (given: never) => Promise<unknown>; default: ComponentType<never> }

/** A pattern that the page must contain; null: it no longer contains the other one. */
type Said = RegExp | null

export type ShownPages = {
  /** The page's text once it is cached; earlier invalidations have been heard by then. */
  kept(address: string): Promise<string>
  /** The page's text for a visitor without a cookie. */
  visit(address: string): Promise<string>
  /** Asserts that each page is cached with the old text, and soon has the new text after the change. */
  changes(addresses: (() => string)[], from: Said, to: Said, change: () => Promise<unknown>): Promise<void>
  /** How many pages were rendered so far. */
  rendered(): number
  /** Called for each page after it is rendered and before it is sent. */
  during: (address: string) => Promise<void>
  /** Whether the connection that hears invalidations is open. */
  isHeard(): boolean
}

/** The product's page cache around the product's own pages, with a real database listener. */
export function useShownPages(house: TestHouse): ShownPages {
  let count = 0
  let ask: (address: string) => Promise<string>
  let close = () => {}
  let listener: Listener
  const shown: ShownPages = {
    during: async () => {},
    rendered: () => count,
    visit: (address) => ask(address),
    isHeard: () => listener.isOpen(),
    kept: (address) =>
      vi.waitFor(async () => {
        await ask(address)
        const before = count
        const page = await ask(address)
        expect(count, `${address} is kept`).toBe(before)
        return page
      }, soon),
    async changes(addresses, from, to, change) {
      for (const address of addresses) {
        await vi.waitFor(async () => says(await shown.kept(address()), from, to), soon)
      }
      await change()
      for (const address of addresses) await vi.waitFor(async () => says(await ask(address()), to, from), soon)
    },
  }

  beforeAll(async () => {
    listener = openListener(house.pool, silentLog)
    house.live = openLive(house.db, listener, silentLog)
    const kept = createKeptPages(house.config, { clock: house.clock, shown: hearWhatIsShown(listener) })
    const app = new Hono<Env>()
    app.use((c, next) => {
      c.set('requestId', 'visit-1')
      return next()
    })
    app.use(kept.keep)
    app.get('*', async (c) => {
      count++
      c.set('isPlain', true)
      const answer = await render(house, c.req.raw)
      await shown.during(c.req.path)
      return typeof answer === 'string' ? c.html(answer) : answer
    })
    const door = getRequestListener(app.fetch)
    const server = createServer((incoming, outgoing) => {
      if (!kept.answers(incoming, outgoing)) void door(incoming, outgoing)
    })
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)))
    const { port } = server.address() as AddressInfo
    ask = (address) => visit(port, address)
    await vi.waitFor(() => expect(listener.isOpen()).toBe(true), soon)
    close = () => {
      server.close()
      void listener.close()
    }
  })
  afterAll(() => close())
  return shown
}

/** Soft hyphens are where a long word may break: nobody reads them. */
function says(sent: string, wanted: Said, other: Said) {
  const page = sent.replaceAll('\u00ad', '')
  if (wanted) expect(page).toMatch(wanted)
  else if (other) expect(page).not.toMatch(other)
}

async function render(house: TestHouse, asked: Request): Promise<string | Response> {
  const { pathname, search } = new URL(asked.url)
  for (const [path, page] of Object.entries(pages) as [string, Page][]) {
    const match = matchPath(path, pathname)
    if (!match) continue
    const context = new RouterContextProvider()
    context.set(houseContext, house)
    context.set(visitorContext, await house.visitor())
    try {
      const data = await page.loader({ request: asked, params: match.params, context } as never)
      const Stub = createRoutesStub([{ id: 'page', path, Component: page.default as ComponentType }])
      return renderToString(
        <Stub initialEntries={[pathname + search]} hydrationData={{ loaderData: { page: data } }} />,
      )
    } catch (answer) {
      const { init, status = init?.status } = answer as { init?: ResponseInit; status?: number }
      if (!status) throw answer
      return new Response(`status ${status}`, { status })
    }
  }
  return new Response('no such page', { status: 404 })
}

function visit(port: number, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    request({ port, path, host: '127.0.0.1', agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part) => {
        text += part
      })
      answer.on('end', () => resolve(text))
    })
      .on('error', reject)
      .end()
  })
}
