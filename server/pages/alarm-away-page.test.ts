import { expect, test } from 'vitest'
import { alarmAwayPage, readOfflinePage } from './alarm-away-page'

const template = readOfflinePage()
const key = 'a5b0a4e3-5d0e-4d5e-9d7c-0f2a6c1b7e11'

test('the offline page’s template fills every place in the alarm page', () => {
  const page = alarmAwayPage(template, null)
  expect(page).toContain('Inget är skickat. Ring 112 vid fara.')
  expect(page).toContain('<section id="writes">')
  expect(page).toMatch(
    /<input type="hidden" name="intent" value="raise"><input type="hidden" name="key" value="[\w-]{36}">/,
  )
  expect(page).not.toMatch(/Utan uppkoppling|Ingen uppkoppling|data-pressed/)
})

test('shows the message that was typed, with HTML and replacement patterns escaped', () => {
  const message = `</textarea><script>alert(1)</script> $& $1 "å" '😀'`
  const page = alarmAwayPage(template, { key, message, isTest: true, where: {} })
  expect(page).toContain('Larmet är inte skickat.')
  expect(page).toContain('name="intent" value="raise" data-pressed>')
  expect(page).not.toContain('<script>alert')
  expect(page).toContain('&lt;/textarea&gt;&lt;script&gt;alert(1)&lt;/script&gt; $&amp; $1 &quot;å&quot; &#39;😀&#39;')
  expect(page).toContain('<input type="hidden" name="test" value="on">')
})

test('keeps the place and whether the person is hiding in the form that is sent again without scripts', () => {
  const where = { place: 'elsewhere', elsewhere: '"Älvsjö" station', hides: 'on' }
  const page = alarmAwayPage(template, { key, message: 'Hjälp', isTest: false, where })
  expect(page).toContain('<input type="hidden" name="place" value="elsewhere">')
  expect(page).toContain('<input type="hidden" name="elsewhere" value="&quot;Älvsjö&quot; station">')
  expect(page).toContain('<input type="checkbox" name="hides" checked value="on"')
  expect(alarmAwayPage(template, null)).not.toContain('checked')
})

test('throws on a template without the places to fill', () => {
  expect(() => alarmAwayPage('<p>nothing</p>', null)).toThrow('has no')
})
