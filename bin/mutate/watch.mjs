// Setup file of each test file: reports which blocks of which files ran (./marks.mjs).
import { afterAll, beforeAll } from 'vitest'

// Test files share loaded modules, so what ran while a module loaded counts for later test files too.
globalThis.kvarteraMarks ??= {}
globalThis.kvarteraLoaded ??= {}
for (const marks of Object.values(globalThis.kvarteraMarks)) marks.length = 0

beforeAll(() => {
  for (const [path, marks] of Object.entries(globalThis.kvarteraMarks)) {
    globalThis.kvarteraLoaded[path] = Object.assign(globalThis.kvarteraLoaded[path] ?? [], marks)
  }
})

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what is wanted, and here it is nothing.
afterAll(({}, file) => {
  file.meta.ran = Object.entries(globalThis.kvarteraMarks).map(([path, marks]) => [
    path,
    Object.keys(Object.assign([], globalThis.kvarteraLoaded[path], marks)).map(Number),
  ])
})
