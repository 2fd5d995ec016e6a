import { expect, test } from 'vitest'
import { endedOf } from './ended'

const at = (clock: string) => new Date(`2026-11-20T${clock}:00+01:00`)
const raised = {
  state: 'new' as const,
  createdAt: at('21:10'),
  takerName: null,
  companions: [],
  takenAt: null,
  setOutAt: null,
  onSiteAt: null,
  closedAt: null,
  formerTakers: [],
  endedBy: null,
}
const taken = { ...raised, state: 'acknowledged' as const, takerName: 'Söderort Trygghet (Ali)', takenAt: at('21:11') }
const there = { ...taken, state: 'on_site' as const, onSiteAt: at('21:18') }
const closedAt = at('21:40')
const handedBack = {
  ...{ name: 'Söderort Trygghet (Ali)', takenAt: at('21:11'), setOutAt: at('21:12'), onSiteAt: at('21:18') },
  ...{ lostAt: at('21:30'), handedBack: true },
}
const silent = { ...handedBack, onSiteAt: null, handedBack: false, lostAt: at('21:25') }

test.each([
  [raised, null],
  [taken, null],
  [there, null],
  [
    { ...there, state: 'resolved' as const, endedBy: 'taker' as const, closedAt },
    {
      who: 'Söderort Trygghet (Ali)',
      when: 'Larmat kl. 21.10, mottaget kl. 21.11, på plats kl. 21.18, avslutat kl. 21.40',
      how: 'Den som hade larmet avslutade det.',
    },
  ],
  [
    { ...there, state: 'false_alarm' as const, companions: ['Eva'], closedAt },
    {
      who: 'Söderort Trygghet (Ali). Eva skulle också komma',
      when: 'Larmat kl. 21.10, mottaget kl. 21.11, på plats kl. 21.18, avslutat kl. 21.40',
      how: 'Det avslutades som falskt larm.',
    },
  ],
  [
    { ...taken, state: 'resolved' as const, endedBy: 'taker' as const, closedAt },
    {
      who: 'Söderort Trygghet (Ali) hade tagit larmet',
      when: 'Larmat kl. 21.10, mottaget kl. 21.11, avslutat kl. 21.40',
      how: 'Den som hade larmet avslutade det.',
    },
  ],
  [
    { ...taken, state: 'resolved' as const, endedBy: 'taker' as const, companions: ['Eva', 'Bo'], closedAt },
    {
      who: 'Söderort Trygghet (Ali) hade tagit larmet. Eva och Bo skulle också komma',
      when: 'Larmat kl. 21.10, mottaget kl. 21.11, avslutat kl. 21.40',
      how: 'Den som hade larmet avslutade det.',
    },
  ],
  [
    { ...taken, state: 'resolved' as const, endedBy: 'taker' as const, setOutAt: at('21:12'), closedAt },
    {
      who: 'Söderort Trygghet (Ali) var på väg',
      when: 'Larmat kl. 21.10, mottaget kl. 21.11, avslutat kl. 21.40',
      how: 'Den som hade larmet avslutade det.',
    },
  ],
  [
    { ...raised, state: 'cancelled' as const, closedAt },
    {
      who: 'Ingen hade tagit larmet än',
      when: 'Larmat kl. 21.10, avslutat kl. 21.40',
      how: 'Du sa att du är trygg, och larmet blåstes av.',
    },
  ],
  [
    { ...raised, state: 'cancelled' as const, formerTakers: [handedBack], closedAt },
    {
      who: 'Söderort Trygghet (Ali) var på plats och lämnade tillbaka larmet kl. 21.30. Ingen hade det när det tog slut',
      when: 'Larmat kl. 21.10, mottaget kl. 21.11, på plats kl. 21.18, tillbakalämnat kl. 21.30, avslutat kl. 21.40',
      how: 'Du sa att du är trygg, och larmet blåstes av.',
    },
  ],
  [
    {
      ...raised,
      state: 'resolved' as const,
      endedBy: 'operator' as const,
      formerTakers: [handedBack, { ...silent, name: 'Nattvakt (Bo)' }],
      closedAt,
    },
    {
      who: 'Söderort Trygghet (Ali) var på plats och lämnade tillbaka larmet kl. 21.30. Nattvakt (Bo) var på väg och hade larmet till kl. 21.25. Ingen hade det när det tog slut',
      when: 'Larmat kl. 21.10, mottaget kl. 21.11, ute hos alla igen kl. 21.25, avslutat kl. 21.40',
      how: 'Jouren avslutade det.',
    },
  ],
  [
    {
      ...taken,
      state: 'resolved' as const,
      endedBy: 'taker' as const,
      takerName: 'Nattvakt (Bo)',
      formerTakers: [handedBack, silent],
      closedAt,
    },
    {
      who: 'Söderort Trygghet (Ali) var på plats och lämnade tillbaka larmet kl. 21.30. Nattvakt (Bo) hade tagit larmet',
      when: 'Larmat kl. 21.10, mottaget kl. 21.11, avslutat kl. 21.40',
      how: 'Den som hade larmet avslutade det.',
    },
  ],
])('endedOf says who came, when and how it ended, and only what happened (case %#)', (alarm, ended) => {
  expect(endedOf(alarm)).toEqual(ended)
})

test.each([
  ['taker', 'Den som hade larmet avslutade det.'],
  ['colleague', 'Någon annan hos trygghetspartnern avslutade det.'],
  ['system', 'Trygghetspartnern avslutade det i sitt eget system.'],
  ['operator', 'Jouren avslutade det.'],
  // The history has been forgotten, so it is unknown who ended it.
  [null, 'Det är avslutat.'],
] as const)('endedOf says how the alarm ended by the relation of who ended it (%s)', (endedBy, how) => {
  expect(endedOf({ ...there, state: 'resolved', endedBy, closedAt })).toMatchObject({
    who: 'Söderort Trygghet (Ali)',
    how,
  })
})
