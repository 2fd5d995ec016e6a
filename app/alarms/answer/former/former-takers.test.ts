import { expect, test } from 'vitest'
import {
  asItWent,
  type FormerTaker,
  formerTakersOf,
  type Line,
  nobodyAtTheEnd,
  whatBecameOf,
  whoTook,
} from './former-takers'

const at = (clock: string) => new Date(`2026-11-20T${clock}:00+01:00`)
const line = (kind: Line['kind'], clock: string, who = 'ali'): Line => ({
  ...{ kind, who, name: who === 'jour' ? 'Jouren' : `Vakt AB (${who})` },
  at: at(clock).toISOString(),
})
const ali = {
  name: 'Vakt AB (ali)',
  takenAt: at('21:01'),
  setOutAt: null,
  onSiteAt: null,
  lostAt: at('21:09'),
  handedBack: true,
}
const taken = line('taken', '21:01')
const back = line('handed_back', '21:09')

test.each<[string, Line[], FormerTaker[]]>([
  ['an empty history', [], []],
  ['a taker who still has the alarm', [taken, line('set_out', '21:02'), line('arrived', '21:05')], []],
  ['a taker who handed it back', [taken, back], [ali]],
  [
    'a taker who handed it back on site',
    [taken, line('set_out', '21:02'), line('arrived', '21:05'), back],
    [{ ...ali, setOutAt: at('21:02'), onSiteAt: at('21:05') }],
  ],
  ['a taker who lost it by silence', [taken, line('released', '21:09', 'system')], [{ ...ali, handedBack: false }]],
  [
    'a taker whose alarm an operator handed back',
    [taken, line('handed_back', '21:09', 'jour')],
    [{ ...ali, handedBack: false }],
  ],
  [
    'an operator who handed back their own alarm',
    [line('taken', '21:01', 'jour'), line('handed_back', '21:09', 'jour')],
    [{ ...ali, name: 'Jouren' }],
  ],
  ['a taker whose colleague took it over', [taken, line('took_over', '21:09', 'bo')], [{ ...ali, handedBack: false }]],
  [
    'two takers in turn',
    [taken, back, line('taken', '21:10', 'bo'), line('handed_back', '21:12', 'bo')],
    [ali, { ...ali, name: 'Vakt AB (bo)', takenAt: at('21:10'), lostAt: at('21:12') }],
  ],
  ['a taker whose name is unknown', [{ ...taken, name: null }, back], [{ ...ali, name: 'En partner' }]],
  ['lines without a taker', [line('set_out', '21:02'), line('arrived', '21:05'), back], []],
])('formerTakersOf reads the former takers from the history: %s', (_, lines, former) => {
  expect(formerTakersOf(lines)).toEqual(former)
})

const onTheWay = { setOutAt: at('21:02') }
const there = { onSiteAt: at('21:05') }
const silent = { handedBack: false }

test.each<[Partial<FormerTaker>, string]>([
  [{}, 'Vakt AB (ali) tog larmet men lämnade tillbaka det kl. 21.09'],
  [onTheWay, 'Vakt AB (ali) var på väg men lämnade tillbaka larmet kl. 21.09'],
  [{ ...onTheWay, ...there }, 'Vakt AB (ali) var på plats och lämnade tillbaka larmet kl. 21.09'],
  [silent, 'Vakt AB (ali) hade larmet till kl. 21.09'],
  [{ ...silent, ...onTheWay }, 'Vakt AB (ali) var på väg och hade larmet till kl. 21.09'],
  [{ ...silent, ...there }, 'Vakt AB (ali) var på plats och hade larmet till kl. 21.09'],
])('says how far a former taker came and how they lost the alarm (case %#)', (given, words) => {
  expect(whatBecameOf({ ...ali, ...given })).toBe(words)
})

const over = { takerName: null, takenAt: null, setOutAt: null, onSiteAt: null, closedAt: at('21:30') }
const nobody = { ...over, formerTakers: [] }
const handedBack = {
  ...over,
  formerTakers: [
    { ...ali, name: 'Natt AB' },
    { ...ali, ...there },
  ],
}
const held = { ...handedBack, takerName: 'Kvart AB', takenAt: at('21:20') }

test('nobodyAtTheEnd and whoTook name the last taker of an alarm that nobody had when it ended', () => {
  expect([nobody, handedBack, held].map(nobodyAtTheEnd)).toEqual([
    undefined,
    'Vakt AB (ali) var på plats och lämnade tillbaka larmet kl. 21.09. Ingen hade det när det tog slut',
    undefined,
  ])
  expect([nobody, handedBack, held, { ...held, takerName: null }].map(whoTook)).toEqual([
    { name: 'Ingen hade det', at: null },
    { name: 'Vakt AB (ali), lämnade tillbaka det kl. 21.09', at: ali.takenAt },
    { name: 'Kvart AB', at: at('21:20') },
    { name: 'Någon', at: at('21:20') },
  ])
  expect(whoTook({ ...over, formerTakers: [{ ...ali, ...silent }] }).name).toBe(
    'Vakt AB (ali), hade det till kl. 21.09',
  )
})

test('asItWent shows the last taker’s progress if nobody had the alarm when it ended, and only then', () => {
  expect(asItWent(handedBack)).toEqual({ ...handedBack, takerName: 'Vakt AB (ali)', takenAt: ali.takenAt, ...there })
  for (const alarm of [nobody, held, { ...handedBack, closedAt: null }]) expect(asItWent(alarm)).toBe(alarm)
})
