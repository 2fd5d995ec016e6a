import { expect, test } from 'vitest'
import { ownImports, readSources, type Source } from './sources'

const sources = readSources(['app'], /\.tsx?$/).filter(({ path }) => !/\.test\.tsx?$/.test(path))

/** The first folder under app/: a slice, or one of the three that slices stand on. */
const placeOf = (path: string) => path.split('/')[1] ?? ''
const foundations = ['ui', 'shared', 'platform']
const isSlice = (place: string) =>
  !foundations.includes(place) && !/^(root|routes|entry)/.test(place) && !place.includes('.')

function arrows(from: Source[]) {
  return from.flatMap((source) => ownImports(source).map((target) => ({ from: source.path, to: target })))
}

function wrong(place: string, allowed: (target: string) => boolean) {
  const inPlace = sources.filter(({ path }) => placeOf(path) === place)
  return arrows(inPlace).filter(({ to }) => !allowed(to) && !to.includes('+types/'))
}

test('ui imports nothing of ours', () => {
  expect(wrong('ui', (target) => placeOf(target) === 'ui')).toEqual([])
})

test('shared imports only shared', () => {
  expect(wrong('shared', (target) => placeOf(target) === 'shared')).toEqual([])
})

test('platform imports only shared and the database types', () => {
  expect(
    wrong('platform', (target) => ['platform', 'shared'].includes(placeOf(target)) || target === 'db/schema'),
  ).toEqual([])
})

test('a slice reaches another only through its public door', () => {
  const between = arrows(sources).filter(({ from, to }) => {
    const [here, there] = [placeOf(from), placeOf(to)]
    return isSlice(here) && isSlice(there) && here !== there
  })
  const aside = between.filter(({ to }) => !/\/public(\.server)?$/.test(to))
  expect(aside).toEqual([])
})

test('rules touch nothing of the world: only files named .server, pages and the shell of the app do', () => {
  const rules = sources.filter(
    ({ path }) => isSlice(placeOf(path)) && /^app\/[^/]+\/[^/]+\.ts$/.test(path) && !path.includes('.server.'),
  )
  const outward = arrows(rules).filter(({ to }) => /\.server$/.test(to) || to.startsWith('app/platform'))
  expect(outward).toEqual([])
})
