import { expect, test } from 'vitest'
import { explainMap } from './explain-map'

const loaded = { source: 'Stockholms stad, stadsdelar, CC0', loadedAt: new Date('2026-11-03T10:00:00Z') }
const area = (name: string, isHere = false) => ({ name, isHere, stroke: '' })

test('names what is drawn, the one that it is about first, and says whose it is and from when', () => {
  expect(explainMap('12540', loaded, { areas: [area('Örby'), area('Solberga', true)] })).toEqual([
    'På kartan: Solberga, Örby.',
    'Linjerna är gränser mellan områden och inga gator.',
    'Områden: Stockholms stad, stadsdelar, CC0. Inlagda 3 november 2026.',
  ])
})

test('of a whole town so many names as can be read', () => {
  expect(explainMap('12540', loaded, { areas: [area('Solberga')] })[0]).toBe('På kartan: Solberga.')
  const areas = Array.from({ length: 14 }, (_, index) => area(`Område ${index}`))
  expect(explainMap('12540', loaded, { areas })[0]).toMatch(/Område 11 och 2 till\.$/)
  expect(explainMap('12540', loaded, { areas: areas.slice(0, 12) })[0]).toMatch(/Område 10, Område 11\.$/)
})

test('a pin far from everything that was loaded has no names', () => {
  expect(explainMap('12540', loaded, { areas: [] })[0]).toMatch(/^Linjerna är gränser/)
})

test('where nobody has loaded any it says so, and what the dots are', () => {
  expect(explainMap('12540', null, { areas: [] })).toEqual([
    'Inga områden är inlagda för 125 40: prickarna är mitten av postnumren.',
    'Den röda nålen står lika rätt utan dem.',
  ])
})
