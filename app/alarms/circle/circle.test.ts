import { expect, test } from 'vitest'
import { type Before, invitationDays, standingOf, whyNotAsk } from './circle'

const then = new Date('2026-11-20T20:00:00Z')
const never: Before = { isRefused: false, latest: null }

test.each<[string, Before, ReturnType<typeof whyNotAsk>]>([
  ['nobody has asked', never, null],
  ['said no to everybody, asked by somebody else', { ...never, isRefused: true }, 'refused'],
  ['said no to everybody after a yes', { isRefused: true, latest: { acceptedAt: then, endedBy: 'member' } }, 'refused'],
  ['is asked', { ...never, latest: { acceptedAt: null, endedBy: null } }, 'is in'],
  ['is in', { ...never, latest: { acceptedAt: then, endedBy: null } }, 'is in'],
  ['left by themselves', { ...never, latest: { acceptedAt: then, endedBy: 'person' } }, 'has left'],
  [
    'was asked, and the question taken back',
    { ...never, latest: { acceptedAt: null, endedBy: 'member' } },
    'was asked',
  ],
  ['was in, and removed by the member', { ...never, latest: { acceptedAt: then, endedBy: 'member' } }, null],
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
