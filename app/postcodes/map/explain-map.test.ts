import { expect, test } from 'vitest'
import { explainMap } from './explain-map'

const loaded = { source: 'Stockholms stad, stadsdelar, CC0', loadedAt: new Date('2026-11-03T10:00:00Z') }
const area = (name: string, isHere = false) => ({ name, isHere, stroke: '' })

test('names the districts on the map, the alarm’s first, with the source and date of the file', () => {
  expect(explainMap('12540', loaded, { areas: [area('Örby'), area('Solberga', true)] })).toEqual([
    'På kartan: Solberga, Örby.',
    'Linjerna är gränser mellan områden och inga gator.',
    'Områden: Stockholms stad, stadsdelar, CC0. Inlagda 3 november 2026.',
  ])
})

test('names at most twelve districts and counts the rest', () => {
  expect(explainMap('12540', loaded, { areas: [area('Solberga')] })[0]).toBe('På kartan: Solberga.')
  const areas = Array.from({ length: 14 }, (_, index) => area(`Område ${index}`))
  expect(explainMap('12540', loaded, { areas })[0]).toMatch(/Område 11 och 2 till\.$/)
  expect(explainMap('12540', loaded, { areas: areas.slice(0, 12) })[0]).toMatch(/Område 10, Område 11\.$/)
})

test('names no districts when none is on the map', () => {
  expect(explainMap('12540', loaded, { areas: [] })[0]).toMatch(/^Linjerna är gränser/)
})

test('says when no districts are loaded, and what the dots are', () => {
  expect(explainMap('12540', null, { areas: [] })).toEqual([
    'Inga områden är inlagda för 125 40: prickarna är mitten av postnumren.',
    'Den röda nålen står lika rätt utan dem.',
  ])
})
