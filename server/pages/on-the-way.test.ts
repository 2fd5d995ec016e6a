import type { RouteConfigEntry } from '@react-router/dev/routes'
import { createRequestHandler, type ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import routes from '~/routes'
import { createPlaces, nowhere } from '../door/methods'
import { pagesOnTheWay } from './on-the-way'

/** The product's routes, each answering with the name of its page and its parameters. */
const build = {
  routes: { root: { id: 'root', path: '', module: {} }, ...tableOf(await routes, 'root') },
  assets: { routes: {} },
  entry: { module: { handleError: () => {} } },
  routeDiscovery: { mode: 'initial' },
  ssr: true,
} as unknown as ServerBuild

function tableOf(entries: RouteConfigEntry[], parentId: string): Record<string, object> {
  return Object.assign(
    {},
    ...entries.map(({ id: named, file, path, index, children = [] }) => {
      const id = named ?? file.replace(/\.tsx?$/, '')
      const loader = ({ params }: { params: object }) => `${id} ${JSON.stringify(params)}`
      return { [id]: { id, parentId, path, index, module: { loader } }, ...tableOf(children, id) }
    }),
  )
}

function addressesOf(parentId: string, above: string): string[] {
  return Object.values(build.routes).flatMap((route) => {
    if (route?.parentId !== parentId) return []
    const address = route.path ? `${above}/${route.path}` : above
    return [address || '/', ...addressesOf(route.id, address)]
  })
}
const addresses = [...new Set(addressesOf('root', ''))].map((address) =>
  address.replace(/:[a-z]+/g, '12540').replace('*', 'a/b'),
)

const whole = createRequestHandler(build, 'production')
const placeOf = createPlaces(build)
const pagesOn = pagesOnTheWay(build, 'production')

async function answered(pages: typeof whole, address: string) {
  const answer = await pages(new Request(`http://localhost${address}`))
  return [answer.status, await answer.text()]
}

test('each address gets the same response from its own branch of the route tree as from the whole tree', async () => {
  expect(addresses.length).toBeGreaterThan(150)
  for (const address of addresses)
    expect(await answered(pagesOn(placeOf(address).way), address), address).toEqual(await answered(whole, address))
})

test('the branch of a page has its parent routes and no others', () => {
  expect(placeOf('/company/12540').way).toEqual(['root', 'shell/pages/public-frame', 'directory/pages/company-profile'])
})

test('the branch of one page does not serve another page', async () => {
  const [, text] = await answered(pagesOn(placeOf('/companies').way), '/company/12540')
  expect(text).not.toContain('company-profile')
})

test('an address that is no page is handled by the whole route tree', () => {
  expect(placeOf('/files/x.webp').way).toEqual([])
  expect(pagesOn([])).toBe(pagesOn(placeOf('/webhooks/sms/reply/x').way))
})

test('addresses of one route share a lookup, and one that matches no route is never found', () => {
  const [one, other] = ['a', 'b'].map((id) => placeOf(`/company/${id}`))
  expect(one).toBe(other)
  expect(placeOf('/company/companies')).not.toBe(one)
  expect(placeOf('/company/a/b/c')).toMatchObject({ methods: nowhere.methods, route: nowhere.route })
})
