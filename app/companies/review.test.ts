import { expect, test } from 'vitest'
import { mayReview, type ReviewDeed, type ReviewState, reviewListFrom } from './review'

test.each<[ReviewState, ReviewDeed[]]>([
  ['waiting', ['approve', 'hide']],
  ['approved', ['hide']],
  ['hidden', ['restore']],
])('%s may be %s', (state, deeds) => {
  const all: ReviewDeed[] = ['approve', 'hide', 'restore']
  expect(all.filter((deed) => mayReview({ state, isGone: false }, deed))).toEqual(deeds)
  expect(all.filter((deed) => mayReview({ state, isGone: true }, deed))).toEqual([])
})

test.each([
  ['waiting', 'waiting'],
  ['deleted', 'deleted'],
  ['toString', 'all'],
  ['', 'all'],
  [null, 'all'],
])('the list %s is %s', (asked, list) => {
  expect(reviewListFrom(asked)).toBe(list)
})
