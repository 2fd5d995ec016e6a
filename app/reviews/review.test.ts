import { expect, test } from 'vitest'
import { parseForm } from '~/shared/form'
import { authorName, mayWrite } from './review'
import { answerForm, reviewForm } from './review-form'

const now = new Date('2026-11-20T12:00:00Z')
const written = (days: number, seconds = 0) => new Date(now.getTime() - (days * 24 * 3600 + seconds) * 1000)
const done = { status: 'completed' }

test.each([
  ['the job is done and there is no review', done, null, true],
  ['the review was written just now', done, { writtenAt: now, isHidden: false }, true],
  ['the review is fourteen days old', done, { writtenAt: written(14), isHidden: false }, true],
  ['the review is fourteen days and a second old', done, { writtenAt: written(14, 1), isHidden: false }, false],
  ['the review is hidden', done, { writtenAt: now, isHidden: true }, false],
  ['the booking is pending', { status: 'pending' }, null, false],
  ['the booking is confirmed', { status: 'confirmed' }, null, false],
  ['the booking is cancelled', { status: 'cancelled' }, null, false],
])('whether a review may be written when %s', (_, booking, review, may) => {
  expect(mayWrite(booking, review, now).may).toBe(may)
})

test.each([
  ['Alva Nyström', 'Alva'],
  ['  Anna-Karin  Ek ', 'Anna-Karin'],
  ['Eva', 'Eva'],
  [null, 'Granne i 125\u00a040'],
  ['   ', 'Granne i 125\u00a040'],
])('the author %j is shown as %j', (name, shown) => {
  expect(authorName(name, '12540').replace('125 40', '125\u00a040')).toBe(shown)
})

test.each([
  [
    { stars: '5', words: ' Fint!\r\nKommer igen ' },
    { stars: 5, words: 'Fint!\nKommer igen' },
  ],
  [{ stars: '1' }, { stars: 1, words: '' }],
])('the form %j is accepted as a review', (values, value) => {
  expect(parseForm(reviewForm, values, 'Nej')).toEqual({ ok: true, value })
})

test.each([
  [{}, { stars: 'Välj ett betyg' }],
  [{ stars: '0' }, { stars: 'Välj ett betyg' }],
  [{ stars: '6' }, { stars: 'Välj ett betyg' }],
  [{ stars: '4.5' }, { stars: 'Välj ett betyg' }],
  [{ stars: '5', words: 'x'.repeat(2001) }, { words: 'Det får vara högst 2\u00a0000 tecken' }],
])('the form %j is refused', (values, fields) => {
  expect(parseForm(reviewForm, values, 'Nej')).toMatchObject({ ok: false, fields })
})

test('an empty answer is refused', () => {
  expect(parseForm(answerForm, { answer: '  ' }, 'Nej')).toMatchObject({ fields: { answer: 'Skriv ett svar' } })
})
