import { expect, test } from 'vitest'
import { ownImports, readSources } from './sources'

const sources = readSources(['app'], /\.tsx?$/).filter(({ path }) => !/\.test\.tsx?$/.test(path))
/** Code below every slice that makes HTTP answers. */
const isDoor = (path: string) => /^app\/(door|platform\/http)\//.test(path)
const isPage = (path: string) => /\/(pages|parts)\//.test(path)

test('use cases import nothing from react-router but href', () => {
  const knowing = sources
    .filter(({ path }) => path.endsWith('.server.ts') && !isDoor(path) && !isPage(path))
    .filter(({ text }) => /['"]@?react-router/.test(text.replaceAll("import { href } from 'react-router'", '')))
  expect(knowing.map(({ path }) => path)).toEqual([])
})

/** Redirects, and what the server hands to a page: no use case may use them. */
const answers = /platform\/http\/(contexts|notice|leave)\.server$/

test('use cases import no redirects, notices or router contexts', () => {
  const leading = sources
    .filter(({ path }) => path.endsWith('.server.ts') && !isDoor(path) && !isPage(path))
    .filter((source) => ownImports(source).some((target) => answers.test(target)))
  expect(leading.map(({ path }) => path)).toEqual([])
})

test('answers that are a status alone are made only in app/door and app/platform/http', () => {
  const making = sources.filter(({ path, text }) => !isDoor(path) && /\bdata\(null\b/.test(text))
  expect(making.map(({ path }) => path)).toEqual([])
})
