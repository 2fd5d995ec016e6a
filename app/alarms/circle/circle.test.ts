import { expect, test } from 'vitest'
import { type Before, invitationDays, standingOf, whyNotAsk } from './circle'

const then = new Date('2026-11-20T20:00:00Z')
const never: Before = { isRefused: false, latest: null }

test.each<[string, Before, ReturnType<typeof whyNotAsk>]>([
  ['never asked before', never, null],
  ['refused everybody, never asked by this member', { ...never, isRefused: true }, 'refused'],
  ['refused everybody after joining', { isRefused: true, latest: { acceptedAt: then, endedBy: 'member' } }, 'refused'],
  ['asked and not answered yet', { ...never, latest: { acceptedAt: null, endedBy: null } }, 'is in'],
  ['accepted and still in the circle', { ...never, latest: { acceptedAt: then, endedBy: null } }, 'is in'],
  ['left the circle themselves', { ...never, latest: { acceptedAt: then, endedBy: 'person' } }, 'has left'],
  [
    'asked, but the member withdrew the question',
    { ...never, latest: { acceptedAt: null, endedBy: 'member' } },
    'was asked',
  ],
  ['accepted, then removed by the member', { ...never, latest: { acceptedAt: then, endedBy: 'member' } }, null],
])('whyNotAsk decides whether a person is asked: %s', (_, before, why) => {
  expect(whyNotAsk(before)).toBe(why)
})

test('a question expires after thirty days; a yes does not expire', () => {
  const after = (days: number) => new Date(then.getTime() + days * 86_400_000)
  const asked = { invitedAt: then, acceptedAt: null }
  expect(standingOf(asked, after(invitationDays - 0.01))).toBe('asked')
  expect(standingOf(asked, after(invitationDays))).toBe('lapsed')
  expect(standingOf({ invitedAt: then, acceptedAt: then }, after(4_000))).toBe('in')
})
