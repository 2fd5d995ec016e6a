import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { foundations, ladder, rungs } from './ladder'
import { ownImports, readSources, type Source } from './sources'

const sources = readSources(['app'], /\.tsx?$/).filter(({ path }) => !/\.test\.tsx?$/.test(path))

/** The slice (the first folder under app/); null for files beside the slices, such as root.tsx and routes.ts. */
function placeOf(path: string): string | null {
  const [, place, ...inside] = path.split('/')
  return place && inside.length > 0 ? place : null
}

function arrows(from: Source[]) {
  return from.flatMap((source) =>
    ownImports(source)
      .filter((target) => !target.includes('+types/'))
      .map((target) => ({ from: source.path, to: target })),
  )
}

const between = arrows(sources).flatMap(({ from, to }) => {
  const [here, there] = [placeOf(from), placeOf(to)]
  return here && there && here !== there ? [{ from, to, here, there }] : []
})

test('the ladder lists exactly the folders under app/', () => {
  const places = new Set(sources.flatMap(({ path }) => placeOf(path) ?? []))
  expect([...places].sort()).toEqual([...ladder].sort())
})

test('no import goes upwards on the ladder, so slices have no import cycles', () => {
  const upward = between.filter(({ here, there }) => ladder.indexOf(there) > ladder.indexOf(here))
  expect(upward, `downward is:\n${[...ladder].reverse().join('\n')}`).toEqual([])
})

test('the ladder drawn in README.md matches the code', () => {
  const [, drawn = ''] = /```ladder\n([\s\S]*?)```/.exec(readFileSync('README.md', 'utf8')) ?? []
  const lines = drawn.trim().split('\n').reverse()
  expect(lines.map((line) => line.replace(/\s+/g, ' ').trim())).toEqual(
    rungs.map(({ what, places }) => `${places.join(' ')} (${what})`),
  )
})

test('ui and shared import from no other folder of app/', () => {
  expect(between.filter(({ here }) => here === 'ui' || here === 'shared')).toEqual([])
})

test('platform imports only shared and the database types', () => {
  const outward = arrows(sources.filter(({ path }) => placeOf(path) === 'platform'))
  const known = ({ to }: { to: string }) => ['platform', 'shared'].includes(placeOf(to) ?? '') || to === 'db/schema'
  expect(outward.filter((arrow) => !known(arrow))).toEqual([])
})

test('a slice imports from another only through its public door', () => {
  const aside = between.filter(({ to, there }) => !foundations.includes(there) && !/\/public(\.server)?$/.test(to))
  expect(aside).toEqual([])
})

test('files of a slice do not import their own slice’s public door', () => {
  const round = arrows(sources).filter(
    ({ from, to }) => placeOf(from) === placeOf(to) && /\/public(\.server)?$/.test(to),
  )
  expect(round).toEqual([])
})

test('a public door exports only from its own slice, and nothing unused', () => {
  const doors = sources.filter(({ path }) => /^app\/[^/]+\/public(\.server)?\.ts$/.test(path))
  expect(arrows(doors).filter(({ from, to }) => placeOf(from) !== placeOf(to))).toEqual([])
  const everything = readSources(['app', 'server', 'db', 'test', 'bench'], /\.(tsx?|mjs)$/)
  const takersOf = Map.groupBy(
    everything.flatMap((taker) => [...new Set(ownImports(taker))].map((door) => ({ taker, door }))),
    ({ door }) => door,
  )
  const unused = doors.flatMap(({ path, text }) => {
    const takers = (takersOf.get(path.replace(/\.ts$/, '')) ?? []).map(({ taker }) => taker)
    const names = [...text.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, list = '']) => list.split(','))
    return names
      .map((name) => name.trim().split(/\s+/).at(-1) ?? '')
      .filter((name) => name && !takers.some((taker) => new RegExp(`\\b${name}\\b`).test(taker.text)))
      .map((name) => `${path}: ${name}`)
  })
  expect(unused).toEqual([])
})

test('rules import no .server files and nothing from platform', () => {
  const rules = sources.filter(
    ({ path }) =>
      !foundations.includes(placeOf(path) ?? '') &&
      placeOf(path) !== null &&
      /\.ts$/.test(path) &&
      !path.includes('.server.') &&
      !/\/(pages|parts|offline)\//.test(path),
  )
  const outward = arrows(rules).filter(({ to }) => /\.server$/.test(to) || to.startsWith('app/platform'))
  expect(outward).toEqual([])
})
