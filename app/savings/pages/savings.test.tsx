import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'

/** The page's text when every assumption is multiplied by `factor`. */
async function pageText(factor: number, address = '/'): Promise<string> {
  vi.resetModules()
  vi.doMock('../assumptions', async (original) => {
    const table = await original<typeof import('../assumptions')>()
    return {
      ...table,
      assumed: Object.fromEntries(Object.entries(table.assumed).map(([name, value]) => [name, value * factor])),
      assumptionGroups: table.assumptionGroups.map(({ group, members }) => ({
        group,
        members: members.map((member) => ({ ...member, value: member.value * factor })),
      })),
    }
  })
  const { default: SavingsPage } = await import('./savings')
  const router = createMemoryRouter([{ path: '*', Component: SavingsPage }], { initialEntries: [address] })
  return renderToStaticMarkup(<RouterProvider router={router} />)
    .replace(/<svg.*?<\/svg>/g, ' ')
    .replace(/<[^>]*>/g, ' \n ')
    .replaceAll('\u00a0', '')
}

const figuresIn = (text: string) => new Set(text.match(/\d+(?:,\d+)?/g))

test('every figure on the page changes with the assumptions, except the page’s own', async () => {
  // Two different factors, since two figures may look alike by chance once.
  const asAssumed = figuresIn(await pageText(1))
  const moved = [figuresIn(await pageText(1.373)), figuresIn(await pageText(1.618))]
  const still = [...asAssumed].filter((figure) => moved.every((figures) => figures.has(figure)))
  // Not assumptions: the postcode counts of the scale, the number of topics, and a year's membership fee.
  expect(still.toSorted()).toEqual(['1', '10', '100', '1000', '14', '468'])
})

test('calculates with numbers from the address, and shows an error at the field of an invalid one', async () => {
  const text = await pageText(1, '/?hushall=2000&andel=300')
  expect(text).toContain('2000hushåll gör')
  expect(text).toContain('Skriv ett helt tal från 1 till 100%. Så länge räknar vi med 100.')
})
