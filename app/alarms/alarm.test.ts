import fc from 'fast-check'
import { expect, test } from 'vitest'
import { namesOf } from '~/shared/chosen'
import {
  type AlarmState,
  alarmStateLabels,
  alarmStates,
  isHeld,
  isOpen,
  mayCome,
  mayDo,
  type Part,
  stateLabelOf,
  type Transition,
  transitions,
  whyNot,
} from './alarm'

const parts: Part[] = ['reporter', 'partner', 'taker', 'companion', 'colleague', 'operator', 'system']

/** Every allowed transition, written out: a cell that changes here changes who may do what. */
test.each<[Transition, AlarmState[], Part[]]>([
  ['take', ['new'], ['partner', 'operator']],
  ['takeOver', ['acknowledged', 'on_site'], ['colleague', 'companion']],
  ['arrive', ['acknowledged'], ['taker']],
  ['handBack', ['acknowledged', 'on_site'], ['taker', 'operator']],
  ['release', ['acknowledged', 'on_site'], ['system']],
  ['resolve', ['new', 'acknowledged', 'on_site'], ['taker', 'companion', 'colleague', 'operator']],
  ['callFalse', ['new', 'acknowledged', 'on_site'], ['taker', 'companion', 'colleague', 'operator']],
  ['saySafe', ['new'], ['reporter']],
  ['openAgain', ['cancelled'], ['reporter']],
  ['endTest', ['new', 'acknowledged', 'on_site'], ['system']],
])('transition %s is allowed only from %j and only by %j', (transition, from, by) => {
  for (const state of alarmStates) {
    for (const part of parts) {
      expect([state, part, mayDo(transition, state, part)]).toEqual([
        state,
        part,
        from.includes(state) && by.includes(part),
      ])
    }
  }
})

test('no sequence of transitions reopens an ended alarm, except the reporter reopening a cancelled one', () => {
  const deeds = fc.array(
    fc.record({
      deed: fc.constantFrom(...namesOf(transitions)),
      part: fc.constantFrom(...parts),
    }),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(deeds, (all) => {
      let state: AlarmState = 'new'
      let closed: AlarmState | null = null
      for (const { deed, part } of all) {
        const isSlip = deed === 'openAgain' && closed === 'cancelled' && part === 'reporter'
        if (mayDo(deed, state, part)) state = transitions[deed].to
        if (closed) expect(state).toBe(isSlip ? 'new' : closed)
        closed = isOpen(state) ? null : state
      }
    }),
  )
})

test('a refused transition says why: already ended, taken by somebody else, or not taken yet', () => {
  expect(whyNot('take', 'resolved')).toBe('Larmet är redan avslutat.')
  expect(whyNot('take', 'acknowledged')).toBe('Någon annan har redan tagit larmet.')
  expect(whyNot('arrive', 'new')).toBe('Ta larmet först.')
})

test('a cancelled test reads ‘Testet är över’; every other label is the same for tests and real alarms', () => {
  for (const state of alarmStates) {
    expect(stateLabelOf({ state, isTest: false })).toBe(alarmStateLabels[state])
    expect(stateLabelOf({ state, isTest: true })).toBe(
      state === 'cancelled' ? 'Testet är över' : alarmStateLabels[state],
    )
  }
})

test.each<[AlarmState, boolean, Part[]]>([
  ['new', false, []],
  ['acknowledged', true, ['colleague', 'companion']],
  ['on_site', true, ['colleague', 'companion']],
  ['resolved', false, []],
  ['false_alarm', false, []],
  ['cancelled', false, []],
])('an alarm in state %s counts as held: %s, and %j may come too', (state, held, may) => {
  expect(isHeld(state)).toBe(held)
  expect(parts.filter((part) => mayCome(state, part)).toSorted()).toEqual(may.toSorted())
})

test('a transition that is not possible now is refused in general words, and one on a cancelled alarm as cancelled', () => {
  expect(whyNot('arrive', 'acknowledged')).toBe('Det går inte att göra just nu.')
  expect(whyNot('take', 'new')).toBe('Någon annan har redan tagit larmet.')
  expect(whyNot('arrive', 'cancelled')).toBe('Larmet är redan avblåst.')
})
