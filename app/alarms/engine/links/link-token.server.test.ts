import { expect, test } from 'vitest'
import { openKeys } from '~/platform/keys.server'
import { hashOfToken, isPlausibleLink, knownLinkToken, linkToken } from './link-token.server'

const recipient = '0195f0a0-0000-7000-8000-000000000001'
const older = openKeys(['an-older-secret-only-for-tests-Qw7'])
const keys = openKeys(['a-newer-secret-only-for-tests-Lr2', 'an-older-secret-only-for-tests-Qw7'])
const token = linkToken(older, recipient)

test('a link is recognised by its signature, and a forged, cut or foreign one is not', () => {
  expect(token).toMatch(/^[\w-]{26}$/)
  expect(isPlausibleLink(older, token)).toBe(true)
  expect(isPlausibleLink(openKeys(['another secret']), token)).toBe(false)
  for (const other of ['', token.slice(0, 22), `${token}A`, `x${token.slice(1)}`, `${token.slice(0, 25)}å`]) {
    expect(isPlausibleLink(older, other), other).toBe(false)
  }
})

test('a link signed with the older secret is still recognised after a key change, and is rebuilt as the same link', () => {
  expect(isPlausibleLink(keys, token)).toBe(true)
  const again = knownLinkToken(keys, recipient, hashOfToken(token))
  expect(hashOfToken(again)).toBe(hashOfToken(token))
  expect(isPlausibleLink(keys, again)).toBe(true)
})

test('the signature is not part of the hash: a link is found by its secret alone', () => {
  expect(hashOfToken(token)).toBe(hashOfToken(token.slice(0, 22)))
  expect(hashOfToken(`x${token.slice(1)}`)).not.toBe(hashOfToken(token))
})
