import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { TestSection } from './test-section'

test('a test that nobody got links to the contact form', () => {
  const given = { testedAt: null, testKey: 'k', answer: undefined }
  const unheard = { at: new Date('2026-11-28T18:00:00Z'), isUnderWay: false }
  const Page = createRoutesStub([{ path: '/', Component: () => <TestSection {...given} unheard={unheard} /> }])
  expect(renderToStaticMarkup(<Page />)).toMatch(/<a [^>]*href="\/#contact"[^>]*>hör av dig till oss<\/a>/)
})
