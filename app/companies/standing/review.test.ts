import { expect, test } from 'vitest'
import { mayReview, type ReviewDeed, type ReviewState, reviewListFrom, stateAfter } from './review'

const all: ReviewDeed[] = ['approve', 'decline', 'hide', 'restore']

test.each<[ReviewState, boolean, ReviewDeed[]]>([
  ['waiting', false, ['approve', 'hide']],
  ['waiting', true, ['approve', 'decline', 'hide']],
  ['approved', false, ['hide']],
  ['hidden', false, ['restore']],
  ['hidden', true, ['restore']],
])('a company that is %s, asking for another name: %s, allows only the deeds %s', (state, asks, deeds) => {
  expect(all.filter((deed) => mayReview({ state, isGone: false, asks }, deed))).toEqual(deeds)
  expect(all.filter((deed) => mayReview({ state, isGone: true, asks }, deed))).toEqual([])
})

test.each<[ReviewDeed, boolean, ReviewState]>([
  ['approve', false, 'approved'],
  ['approve', true, 'approved'],
  ['decline', true, 'approved'],
  ['hide', true, 'hidden'],
  ['restore', false, 'approved'],
  ['restore', true, 'waiting'],
])('after %s of a company, asking for another name: %s, its state is %s', (deed, asks, state) => {
  expect(stateAfter(deed, { asks })).toBe(state)
})

test.each([
  ['waiting', 'waiting'],
  ['deleted', 'deleted'],
  ['toString', 'all'],
  ['', 'all'],
  [null, 'all'],
])('the list "%s" in the address is read as %s', (asked, list) => {
  expect(reviewListFrom(asked)).toBe(list)
})
