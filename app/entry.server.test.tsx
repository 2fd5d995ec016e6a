import { createRequestHandler, RouterContextProvider, type ServerBuild, useRouteError } from 'react-router'
import { expect, test } from 'vitest'
import { handle } from '~/door/plain-page'
import type { Fault } from '~/platform/faults/faults.server'
import type { House, Visitor } from '~/platform/house.server'
import { drawnContext, houseContext, visitorContext } from '~/platform/http/contexts.server'
import * as entry from './entry.server'
import * as root from './root'

/** A build with one route that throws while rendering, and the root that shows the error. */
const breaking = (handle?: object) =>
  ({
    routes: {
      root: {
        id: 'root',
        path: '',
        module: {
          handle,
          default: () => {
            throw new TypeError('What was drawn broke')
          },
          ErrorBoundary: () => <p>Det gick inte att visa sidan</p>,
        },
      },
    },
    assets: { entry: { module: '/entry.js', imports: [] }, routes: { root: { id: 'root', module: '/root.js' } } },
    entry: { module: entry },
    routeDiscovery: { mode: 'initial' },
    ssr: true,
  }) as unknown as ServerBuild

/** The product's own root when its loader fails: this house has no configuration. */
const withOwnRoot = () => {
  const build = breaking()
  // React Router's build passes the error as a prop.
  const ErrorBoundary = () => <root.ErrorBoundary error={useRouteError()} params={{}} />
  return {
    ...build,
    routes: { root: { ...build.routes.root, module: { ...root, ErrorBoundary } } },
  } as unknown as ServerBuild
}

async function ask(build: ServerBuild) {
  const faults: Fault[] = []
  const said: string[] = []
  const log = { error: (_: object, words: string) => said.push(words) }
  const context = new RouterContextProvider()
  context.set(houseContext, { log, faults: { note: (fault: Fault) => faults.push(fault) } } as unknown as House)
  context.set(visitorContext, { requestId: 'r1', nonce: 'n1', path: '/' } as Visitor)
  const answer = await createRequestHandler(build, 'production')(new Request('http://localhost/'), context)
  return { status: answer.status, page: context.get(drawnContext), faults, said }
}

test.each([
  ['a page with React in the browser', breaking()],
  ['a plain page', breaking(handle)],
])('an error while %s is rendered is noted once and shown by the root’s error boundary', async (_, build) => {
  const { status, page, faults, said } = await ask(build)
  expect(status).toBe(500)
  expect(page).toContain('Det gick inte att visa sidan')
  expect(page).not.toContain('What was drawn broke')
  expect(faults).toMatchObject([{ error: { name: 'TypeError' }, place: 'GET /', requestId: 'r1' }])
  expect(said).toEqual(['a request failed'])
})

test('an error in the root loader is noted once, and the page shows the request id', async () => {
  const { status, page, faults, said } = await ask(withOwnRoot())
  expect(status).toBe(500)
  expect(page).toMatch(/Felets nummer: (<!-- -->)?r1</)
  expect(page).not.toContain('Cannot read')
  expect(faults).toMatchObject([{ error: { name: 'TypeError' }, place: 'GET /', requestId: 'r1' }])
  expect(said).toEqual(['a request failed'])
})
