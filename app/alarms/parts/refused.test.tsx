import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { closingForms, formsShown } from './forms-shown'
import { Refused } from './refused'

const alarm = { state: 'on_site', isMine: true, isColleagues: false, endsAsFalse: false } as const

test.each([
  [{}, ['note', 'resolved', 'false_alarm']],
  [{ isMine: false, isColleagues: true }, ['note', 'resolved', 'false_alarm']],
  // The form is replaced by the button that takes it back.
  [{ endsAsFalse: true }, ['note', 'resolved']],
  [{ isMine: false }, []],
  [{ state: 'new', isMine: false }, ['decline']],
  [{ state: 'resolved' }, []],
] as const)('the forms of a taker that say themselves why they were refused: %j', (given, forms) => {
  expect(formsShown({ ...alarm, ...given })).toEqual(forms)
})

test('a refusal is said once: by its form, or above when that form is not on the page', () => {
  const refusal = { title: 'Ingen kontakt med servern', message: 'Försök igen.', fields: {} }
  const said = (intent: string, saidBelow: readonly string[]) =>
    renderToStaticMarkup(<Refused answer={{ intent, refusal: { ok: false, ...refusal } }} saidBelow={saidBelow} />)
  expect(said('resolved', closingForms(alarm))).toBe('')
  expect(said('resolved', [])).toContain('Ingen kontakt med servern. Försök igen.')
  expect(said('handBack', closingForms(alarm))).toContain('Ingen kontakt med servern. Försök igen.')
})
