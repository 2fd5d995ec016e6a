import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { TestSection } from './test-section'

const now = new Date('2026-11-28T18:10:00Z')

function shown(given: { testedAt: Date | null; unheard: { at: Date; isUnderWay: boolean } | null }): string {
  const Page = createRoutesStub([
    { path: '/', Component: () => <TestSection {...given} now={now} testKey="k" answer={undefined} /> },
  ])
  return renderToStaticMarkup(<Page />)
}

test('a test that nobody got links to the contact form', () => {
  const unheard = { at: new Date('2026-11-28T18:00:00Z'), isUnderWay: false }
  expect(shown({ testedAt: null, unheard })).toMatch(/<a [^>]*href="\/#contact"[^>]*>hör av dig till oss<\/a>/)
})

test('a test of an earlier year is named with its year', () => {
  const lastYear = new Date('2025-11-30T18:00:00Z')
  expect(shown({ testedAt: lastYear, unheard: null })).toContain('Du testade senast 30 nov. 2025 19.00.')
  expect(shown({ testedAt: null, unheard: { at: lastYear, isUnderWay: false } })).toContain('Testet 30 nov. 2025 19.00')
  expect(shown({ testedAt: new Date('2026-11-28T18:00:00Z'), unheard: null })).toContain('senast 28 nov. 19.00.')
})
