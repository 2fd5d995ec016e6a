import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { HolidaysSection } from './holidays-section'

test('a company that has closed every holiday is not told that it can be booked on them', () => {
  const holidays = [{ day: '2026-12-25', name: 'Juldagen', isClosed: true }]
  const shown = renderToStaticMarkup(<HolidaysSection holidays={holidays} answer={undefined} />)
  expect(shown).toContain('Ni har stängt alla helgdagar det närmaste året.')
  expect(shown).not.toContain('Ni går att boka även på röda dagar')
})
