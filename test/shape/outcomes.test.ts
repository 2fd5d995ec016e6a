import { expect, test } from 'vitest'
import { ownImports, readSources } from './sources'

const sources = readSources(['app'], /\.tsx?$/).filter(({ path }) => !/\.test\.tsx?$/.test(path))
/** Code below every slice that makes HTTP answers. */
const isDoor = (path: string) => /^app\/(door|platform\/http)\//.test(path)
const isPage = (path: string) => /\/(pages|parts)\//.test(path)

test('use cases know no HTTP: of the router they take addresses, and nothing else', () => {
  const knowing = sources
    .filter(({ path }) => path.endsWith('.server.ts') && !isDoor(path) && !isPage(path))
    .filter(({ text }) => /['"]@?react-router/.test(text.replaceAll("import { href } from 'react-router'", '')))
  expect(knowing.map(({ path }) => path)).toEqual([])
})

/** Redirects, and what the server hands to a page: no use case may use them. */
const answers = /platform\/http\/(contexts|notice|leave)\.server$/

test('nor do they lead anybody on, or take what the front door hands to a page', () => {
  const leading = sources
    .filter(({ path }) => path.endsWith('.server.ts') && !isDoor(path) && !isPage(path))
    .filter((source) => ownImports(source).some((target) => answers.test(target)))
  expect(leading.map(({ path }) => path)).toEqual([])
})

test('an answer that is a status alone is made at the door, where it is known which', () => {
  const making = sources.filter(({ path, text }) => !isDoor(path) && /\bdata\(null\b/.test(text))
  expect(making.map(({ path }) => path)).toEqual([])
})
