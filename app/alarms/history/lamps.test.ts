import { describe, expect, test } from 'vitest'
import { tooLong } from '../member/how-it-goes-on'
import { lampsOf } from './lamps'

const at = (time: string) => new Date(`2026-11-20T${time}:00+01:00`)
const fresh = {
  state: 'new' as const,
  isTest: false,
  createdAt: at('21:12'),
  recipients: 4,
  sentTo: 0,
  underWay: 4,
  mayHaveCome: true,
  reached: 0,
  seen: 0,
  sentElsewhere: { neighbours: 0, operators: 0 },
  noPartners: false,
  takerName: null,
  companions: [],
  takenAt: null,
  setOutAt: null,
  onSiteAt: null,
  closedAt: null,
  safeAt: null,
}
const lights = (alarm: Parameters<typeof lampsOf>[0]) => lampsOf(alarm).map(({ light }) => light)
const lamp = (alarm: Parameters<typeof lampsOf>[0], id: string) => lampsOf(alarm).find((each) => each.id === id)

describe('the lamps of an alarm', () => {
  const taken = {
    ...fresh,
    state: 'acknowledged' as const,
    sentTo: 4,
    reached: 4,
    takerName: 'Söderort Trygghet',
    takenAt: at('21:14'),
  }
  const setOut = { ...taken, setOutAt: at('21:15') }
  const there = { ...taken, state: 'on_site' as const, onSiteAt: at('21:22') }
  test.each([
    ['just raised', fresh, 'lit waiting dark dark dark dark'],
    ['sent to everybody', { ...fresh, sentTo: 4 }, 'lit lit waiting dark dark dark'],
    ['delivered to everybody', { ...fresh, sentTo: 4, reached: 4 }, 'lit lit waiting dark dark dark'],
    ['taken', taken, 'lit lit lit waiting dark dark'],
    ['the taker on the way', setOut, 'lit lit lit lit waiting dark'],
    ['the taker on site', there, 'lit lit lit lit lit waiting'],
    ['closed', { ...there, state: 'resolved' as const, closedAt: at('21:40') }, 'lit lit lit lit lit lit'],
    ['called off', { ...fresh, state: 'cancelled' as const, closedAt: at('21:13') }, 'lit out out out out lit'],
  ])('show how far it has come: %s', (_, alarm, expected) => {
    expect(lights(alarm).join(' ')).toBe(expected)
  })

  test('show it as reached by its taker if it was taken before any call left', () => {
    const early = { ...taken, sentTo: 0, reached: 0 }
    expect(lamp(early, 'reached')).toMatchObject({ light: 'lit', title: 'Framme hos den som tog det' })
    expect(lights(early).join(' ')).toBe('lit lit lit waiting dark dark')
  })

  test('show nothing on its way if it ended before any call left', () => {
    const over = { ...fresh, state: 'cancelled' as const, closedAt: at('21:13') }
    expect(lamp(over, 'reached')).toMatchObject({ light: 'out', title: 'Framme hos partnerna' })
  })

  test('name who took it and when', () => {
    expect(lamp(taken, 'taken')).toMatchObject({ title: 'Mottaget av Söderort Trygghet', text: 'kl. 21.14' })
  })

  test('count companions with the taker until somebody has set out', () => {
    const withBo = { ...taken, companions: ['Bo'] }
    expect(lamp(withBo, 'on the way')).toEqual({ id: 'on the way', light: 'waiting', title: 'På väg' })
    expect(lamp(withBo, 'taken')?.text).toBe('kl. 21.14, en till kommer också')
    expect(lamp({ ...withBo, companions: ['Bo', 'Mira'] }, 'taken')?.text).toBe('kl. 21.14, 2 till kommer också')
    const onTheirWay = { ...withBo, setOutAt: at('21:15') }
    expect(lamp(onTheirWay, 'taken')?.text).toBe('kl. 21.14')
    expect(lamp(onTheirWay, 'on the way')?.text).toBe('2 kommer till dig')
  })

  test('say when the taker set out, and how many come while they do', () => {
    expect(lamp(setOut, 'on the way')?.text).toBe('kl. 21.15')
    expect(lamp(taken, 'on the way')?.text).toBeUndefined()
    expect(lamp({ ...there, companions: ['Bo'] }, 'on the way')?.text).toBe('2 kommer till dig')
    expect(lamp({ ...there, state: 'resolved', companions: ['Bo'] }, 'on the way')?.text).toBeUndefined()
  })
})

test('the reached lamp never shows more recipients than were reached', () => {
  expect(lamp({ ...fresh, sentTo: 3, reached: 3 }, 'reached')).toMatchObject({ title: 'Framme hos 3 av 4' })
  expect(lamp(fresh, 'reached')).toMatchObject({ light: 'waiting', title: 'På väg ut till 4' })
})

test('the reached lamp shows how many calls are under way, and none once every call has failed', () => {
  expect(lamp({ ...fresh, underWay: 1 }, 'reached')?.title).toBe('På väg ut till 1 av 4')
  const failed = { ...fresh, underWay: 0 }
  expect(lamp(failed, 'reached')).toMatchObject({ light: 'waiting', title: 'Inte framme hos någon än' })
  expect(lights(failed).join(' ')).toBe(lights(fresh).join(' '))
})

test('a mail to the operators does not count as reaching a guard', () => {
  const failed = { ...fresh, underWay: 0, sentTo: 1, sentElsewhere: { neighbours: 0, operators: 1 } }
  const none = { light: 'waiting', title: 'Inte framme hos någon väktare än' }
  expect(lamp(failed, 'reached')).toMatchObject({ ...none, text: 'Skickat till 1 i jouren' })
  expect(lamp({ ...failed, noPartners: true }, 'reached')?.text).toBe('Ingen väktare här, skickat till 1 i jouren')
  expect([tooLong(failed), tooLong({ ...failed, sentTo: 0, sentElsewhere: fresh.sentElsewhere })]).toEqual([
    'Vi har inte nått någon väktare än – ring 112',
    'Vi har inte nått någon än – ring 112',
  ])
  // The text changes when a neighbour was reached, or when a retry is under way.
  for (const more of [{ sentTo: 2, sentElsewhere: { neighbours: 1, operators: 1 } }, { underWay: 1 }])
    expect(tooLong({ ...failed, ...more })).toBe('Ingen har svarat än – ring 112')
  expect(lamp({ ...failed, state: 'acknowledged', takenAt: at('21:14') }, 'reached')?.title).toBe('Skickat till 1 av 4')
})

test('messages that were only sent are not shown as delivered', () => {
  expect(lamp({ ...fresh, sentTo: 3 }, 'reached')).toMatchObject({ light: 'lit', title: 'Skickat till 3 av 4' })
  expect(lamp({ ...fresh, sentTo: 4 }, 'reached')?.title).toBe('Skickat till 4')
  expect(lamp({ ...fresh, sentTo: 4, reached: 1 }, 'reached')).toMatchObject({
    title: 'Framme hos 1 av 4',
    text: 'Skickat till 4',
  })
})

test('messages that were opened are shown as seen, and without delivery reports nothing is shown as delivered', () => {
  const sent = { ...fresh, sentTo: 4 }
  expect(lamp({ ...sent, reached: 3, seen: 1 }, 'reached')).toMatchObject({
    title: 'Sett av 1 av 4',
    text: 'Framme hos 3, skickat till 4',
  })
  // No delivery reports: the only thing known is that it was opened.
  expect(lamp({ ...sent, reached: 1, seen: 1 }, 'reached')).toMatchObject({
    title: 'Sett av 1 av 4',
    text: 'Skickat till 4',
  })
  expect(lamp({ ...sent, reached: 4, seen: 4 }, 'reached')).toEqual({
    id: 'reached',
    light: 'lit',
    title: 'Sett av 4',
  })
})

test('the reached lamp says ‘Ingen väktare här’ when there is nobody to call', () => {
  expect(lamp({ ...fresh, recipients: 0, noPartners: true }, 'reached')?.text).toContain('Ingen väktare här')
})

test('a test that ended by itself reads ‘Testet är klart’, not ‘Avblåst’', () => {
  const over = { ...fresh, sentTo: 1, state: 'cancelled' as const, closedAt: at('21:17') }
  expect(lamp(over, 'closed')?.title).toBe('Avblåst')
  expect(lamp({ ...over, isTest: true }, 'closed')?.title).toBe('Testet är klart')
})

test.each([
  ['resolved', false, 'Avslutat'],
  ['false_alarm', false, 'Avslutat som falskt larm'],
  ['cancelled', false, 'Avblåst'],
  ['resolved', true, 'Avslutat'],
  ['false_alarm', true, 'Avslutat som falskt larm'],
  ['cancelled', true, 'Testet är klart'],
] as const)('the last lamp of an alarm that is %s (a test: %s) reads: %s', (state, isTest, title) => {
  expect(lamp({ ...fresh, sentTo: 1, state, isTest, closedAt: at('21:17') }, 'closed')).toEqual({
    ...{ id: 'closed', light: 'lit', title, text: 'kl. 21.17' },
  })
})

test.each([
  [{ sentTo: 1, reached: 1, recipients: 1 }, 'Framme hos 1', undefined],
  [{ sentTo: 4, reached: 1 }, 'Framme hos 1 av 4', 'Skickat till 4'],
  [{ sentTo: 1 }, 'Skickat till 1 av 4', undefined],
  [{ sentTo: 4, reached: 2, seen: 1 }, 'Sett av 1 av 4', 'Framme hos 2, skickat till 4'],
  [{ sentTo: 2, reached: 2, seen: 2 }, 'Sett av 2 av 4', undefined],
  [{}, 'På väg ut till 4', undefined],
  [{ recipients: 1, underWay: 1 }, 'På väg ut till 1', undefined],
  [{ recipients: 0 }, 'Framme hos partnerna', undefined],
  [{ recipients: 0, noPartners: true }, 'Framme hos partnerna', 'Ingen väktare här'],
])('the reached lamp for %j reads: %s, %s', (given, title, text) => {
  const { title: shown, text: more } = lamp({ ...fresh, ...given }, 'reached') ?? {}
  expect([shown, more]).toEqual([title, text])
})

describe('a test that is over', () => {
  const over = {
    ...fresh,
    isTest: true,
    underWay: 0,
    mayHaveCome: false,
    state: 'cancelled' as const,
    closedAt: at('21:17'),
  }
  const failed = { id: 'closed', light: 'failed', title: 'Testet nådde ingen som kan komma', text: 'kl. 21.17' }

  test('has failed if it reached nobody who can come, and its last lamp is not lit', () => {
    expect(lamp(over, 'closed')).toEqual(failed)
    expect(lights(over).join(' ')).toBe('lit out out out out failed')
  })

  test('has failed if only the operators were sent a mail', () => {
    const toDuty = { ...over, sentTo: 1, sentElsewhere: { neighbours: 0, operators: 1 } }
    expect(lamp(toDuty, 'closed')).toEqual(failed)
    expect(lamp({ ...toDuty, noPartners: true }, 'reached')).toEqual({
      ...{ id: 'reached', light: 'out', title: 'Framme hos partnerna' },
      text: 'Ingen väktare här, skickat till 1 i jouren',
    })
  })

  test.each([
    ['was sent to one recipient', { ...over, sentTo: 1, mayHaveCome: true }],
    ['was taken on a page, without a message', { ...over, takenAt: at('21:13') }],
  ])('has succeeded if it %s', (_, alarm) => {
    expect(lamp(alarm, 'closed')).toMatchObject({ light: 'lit', title: 'Testet är klart' })
  })

  test('is neither said to have arrived nor to have failed if its only call was never answered', () => {
    const unsure = { ...over, mayHaveCome: true }
    expect(lamp(unsure, 'closed')).toMatchObject({ light: 'lit', title: 'Vi vet inte om testet kom fram' })
  })
})
