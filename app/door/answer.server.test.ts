import { expect, test } from 'vitest'
import { TooBusy } from '~/platform/auth/hash-turns.server'
import { accepted, type DeadEnd, gone, type NotThere, notAsked, notThere, refused } from '~/shared/outcome'
import { answerToThrown, orAnswer, orNoFile } from './answer.server'
import { answerRefused } from './deed.server'
import { TurnedAway } from './turned-away'

function thrownBy(does: () => unknown): unknown {
  try {
    does()
  } catch (thrown) {
    return thrown
  }
  throw new Error('Nothing was thrown')
}

test.each<[DeadEnd, number]>([
  [notThere, 404],
  [gone, 410],
  [notAsked, 400],
])('%j is thrown as status %i', (end, status) => {
  expect(thrownBy(() => orAnswer(end))).toMatchObject({ data: null, init: { status } })
})

test.each([
  [new TurnedAway(), 403],
  [new TurnedAway('has no company'), 404],
  [new TooBusy(), 503],
])('%s is mapped to a status, not a fault', (thrown, status) => {
  expect(answerToThrown(thrown)).toMatchObject({ data: null, init: { status } })
})

test('answerToThrown() returns faults and answers unchanged', () => {
  const fault = new Error('x')
  expect(answerToThrown(fault)).toBe(fault)
  const answer = thrownBy(() => orAnswer(notThere))
  expect(answerToThrown(answer)).toBe(answer)
})

test.each([accepted(1), refused('Nej'), null, undefined, 'ord', { ok: false }, { end: 'not there' }, [notThere]])(
  'orAnswer() returns %j unchanged',
  (result) => {
    expect(orAnswer(result)).toBe(result)
  },
)

test('a missing file is answered with plain text, and an existing one is returned', async () => {
  const answer = thrownBy(() => orNoFile(gone))
  if (!(answer instanceof Response)) throw new Error('no answer')
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    410,
    'text/plain; charset=utf-8',
    'Det finns ingen sådan fil för dig här.',
  ])
  expect(orNoFile('filen')).toBe('filen')
})

test('a page that does not handle a missing thing does not compile', () => {
  const read = (): { name: string } | NotThere => notThere
  // @ts-expect-error: it may not be there
  expect(read().name).toBeUndefined()
  const does = () => notThere
  // @ts-expect-error: there are no words to show beside the form
  expect(answerRefused({}, does())).toMatchObject({ init: { status: 422 } })
})
