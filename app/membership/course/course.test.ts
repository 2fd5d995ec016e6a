import { describe, expect, test } from 'vitest'
import * as course from './course'
import { graceUntil, type MembershipFacts, nextStepOn, reminders, statusOn, stepsOn } from './course'

const trial: MembershipFacts = {
  status: 'trial',
  trialEndsOn: '2026-12-20',
  freeUntil: null,
  coveredUntil: '2026-12-20',
  pastDueOn: null,
  isLeaving: false,
  isEnded: false,
  paysByCard: false,
  isAreaOpen: true,
  hasOpenCharge: false,
  reminded: 0,
}
const active: MembershipFacts = { ...trial, status: 'active', coveredUntil: '2027-03-20' }
const pastDue: MembershipFacts = {
  ...active,
  status: 'past_due',
  pastDueOn: '2027-03-20',
  hasOpenCharge: true,
  reminded: reminders['past due'],
}

const words = (facts: MembershipFacts, today: string) =>
  stepsOn(facts, today).map((step) => Object.values(step).join(' '))

describe('a trial', () => {
  test.each([
    ['2026-11-20', {}, []],
    ['2026-12-12', {}, []],
    ['2026-12-13', {}, ['ask for a month', 'remind a week']],
    ['2026-12-13', { hasOpenCharge: true, reminded: 1 }, []],
    ['2026-12-19', { hasOpenCharge: true, reminded: 1 }, ['remind a day']],
    ['2026-12-19', {}, ['ask for a month', 'remind a day']],
    ['2026-12-20', { hasOpenCharge: true, reminded: 2 }, ['change status past_due', 'remind past due']],
    ['2026-12-20', { coveredUntil: '2027-01-20' }, ['change status active']],
    ['2026-12-20', { paysByCard: true, hasOpenCharge: true, reminded: 2 }, ['change status active']],
    ['2026-12-20', { isLeaving: true }, ['end left']],
    ['2026-12-13', { isLeaving: true }, []],
    ['2026-12-12', { isAreaOpen: false }, []],
    ['2026-12-13', { isAreaOpen: false }, ['give a month']],
    ['2026-12-13', { isAreaOpen: false, hasOpenCharge: true, reminded: 1 }, ['give a month']],
    ['2026-12-20', { isAreaOpen: false, isLeaving: true }, ['end left']],
  ] as const)('has the right steps due on %s with %j', (today, given, then) => {
    expect(words({ ...trial, ...given }, today)).toEqual(then)
  })
})

describe('an unpaid month', () => {
  test.each([
    ['2027-03-20', {}, []],
    ['2027-03-26', {}, []],
    // Reminded of an earlier month only, or reminded without `pastDueOn`: reminded of this one first.
    ['2027-03-26', { reminded: reminders['a week'] }, ['remind past due']],
    ['2027-04-10', { pastDueOn: null }, ['remind past due']],
    ['2027-03-27', {}, ['remind last warning']],
    ['2027-04-02', { reminded: reminders['last warning'] }, []],
    ['2027-04-03', { reminded: reminders['last warning'] }, ['end unpaid']],
    // The process was down for half a year: the member is told first, and the grace period starts then.
    ['2027-09-20', { status: 'active', pastDueOn: null, reminded: 1 }, ['change status past_due', 'remind past due']],
    ['2027-04-10', { isEnded: true, status: 'ended' }, []],
    ['2027-04-03', { isAreaOpen: false }, ['give a month']],
    ['2027-04-10', { isEnded: true, status: 'ended', isAreaOpen: false }, []],
  ] as const)('leads to the right steps on %s with %j', (today, given, then) => {
    expect(words({ ...pastDue, ...given }, today)).toEqual(then)
  })
})

test.each([
  [trial, '2026-11-20', '2026-12-13'],
  [{ ...trial, reminded: reminders['a week'] }, '2026-12-13', '2026-12-19'],
  [{ ...trial, reminded: reminders['a day'] }, '2026-12-19', '2026-12-20'],
  [active, '2027-02-20', '2027-03-13'],
  [{ ...active, freeUntil: '2027-03-01' }, '2027-02-20', '2027-03-01'],
  [{ ...active, isLeaving: true }, '2027-02-20', '2027-03-20'],
  [pastDue, '2027-03-20', '2027-03-27'],
  [{ ...pastDue, reminded: reminders['last warning'] }, '2027-03-27', '2027-04-03'],
  [{ ...active, paysByCard: true, reminded: reminders['a day'] }, '2027-03-20', '2027-03-23'],
  // A step that is due and has not been taken, as when the covered time was cut short.
  [trial, '2026-12-13', '2026-12-13'],
  [{ ...active, pastDueOn: '2027-03-20' }, '2027-03-20', '2027-03-20'],
  [pastDue, '2027-03-27', '2027-03-27'],
  [pastDue, '2027-04-03', '2027-04-03'],
  [{ ...active, isAreaOpen: false }, '2027-03-13', '2027-03-13'],
  [{ ...active, isLeaving: true }, '2027-03-20', '2027-03-20'],
  [{ ...active, isEnded: true }, '2027-03-20', null],
  // Cards are looked at again after three hundred days, however far ahead the membership is covered.
  [{ ...active, paysByCard: true, coveredUntil: '2029-03-20' }, '2027-03-20', '2028-01-14'],
])('nextStepOn with %j on %s is %s, the next day on which a step can be due', (facts, today, then) => {
  expect(nextStepOn(facts, today)).toBe(then)
})

test.each([
  [{ freeUntil: '2027-12-20' }, 'free'],
  [{ freeUntil: '2027-01-01' }, 'past_due'],
  [{ freeUntil: '2027-01-02' }, 'free'],
  [{ freeUntil: '2026-12-01', coveredUntil: '2027-02-01' }, 'active'],
  [{ isEnded: true, freeUntil: '2027-12-20' }, 'ended'],
  [{}, 'past_due'],
  [{ trialEndsOn: '2027-01-05', coveredUntil: '2027-01-05' }, 'trial'],
] as const)('the status with %j on New Year’s Day is %s', (given, status) => {
  expect(statusOn({ ...trial, ...given }, '2027-01-01')).toBe(status)
})

test('stored reminder numbers and the agreed periods of notice and grace are unchanged', () => {
  expect(reminders).toEqual({ none: 0, 'a week': 1, 'a day': 2, 'past due': 3, 'last warning': 4 })
  const { ASK_DAYS_BEFORE, SECOND_REMINDER_DAYS_BEFORE, GRACE_DAYS, CARD_SLACK_DAYS, CARD_LOOK_DAYS } = course
  expect([ASK_DAYS_BEFORE, SECOND_REMINDER_DAYS_BEFORE, GRACE_DAYS, CARD_SLACK_DAYS]).toEqual([7, 1, 14, 3])
  expect(CARD_LOOK_DAYS).toBe(300)
  expect(graceUntil('2027-03-20')).toBe('2027-04-02')
})
