import { expect, test } from 'vitest'
import { loggedPath, readAddress } from './address'

test.each([
  ['/', '/', '/'],
  ['/dashboard/admin', '/dashboard/admin', '/dashboard/admin'],
  ['/dashboard/admin.data?_routes=x', '/dashboard/admin.data', '/dashboard/admin'],
  ['/_.data?index', '/_.data', '/'],
  ['/larm/aB3-_x', '/larm/aB3-_x', '/larm/aB3-_x'],
  ['/dashboard/customer/bookings/1/calendar.ics', undefined, '/dashboard/customer/bookings/1/calendar.ics'],
  ['/och/%C3%A5', '/och/%C3%A5', '/och/%C3%A5'],
  ['/@a:b/(c)', '/@a:b/(c)', '/@a:b/(c)'],
  ['/search?a=//b/../c', '/search', '/search'],
])('accepts %s as a normalised address', (target, path = target, page) => {
  expect(readAddress(target)).toEqual({ kind: 'plain', path, page })
})

test.each([
  ['//x/dashboard/admin', '/x/dashboard/admin'],
  ['//evil/', '/evil'],
  ['///', '/'],
  ['/auth/', '/auth'],
  ['/dashboard//admin', '/dashboard/admin'],
  ['/dashboard/./admin', '/dashboard/admin'],
  ['/dashboard/%2e/admin', '/dashboard/admin'],
  ['/d%61shboard', '/dashboard'],
  ['/och/%c3%a5', '/och/%C3%A5'],
  ['/och/å', '/och/%C3%A5'],
  ['/dashboard/admin.dat%61', '/dashboard/admin.data'],
])('normalises %s to %s', (target, path) => {
  expect(readAddress(target)).toEqual({ kind: 'written otherwise', path })
  // The redirect target is in normal form, so there is no redirect loop, and it leads to no other host.
  expect(readAddress(path)).toMatchObject({ kind: 'plain', path })
  expect(path).toMatch(/^\/(?!\/)/)
})

test.each([
  '',
  '*',
  'http://evil.test/dashboard',
  'dashboard',
  '/dashboard/../auth',
  '/dashboard/%2e%2e/auth',
  '/dashboard%2fadmin',
  '/dashboard%5Cadmin',
  '/dashboard\\admin',
  '/%00',
  '/a%0d%0ab',
  '/%ff',
  '/%',
  '/%zz',
  '/a#b',
  '/.data',
  '/dashboard/customer/safety/_.data?x',
  '/dashboard/admin/%5F.data',
])('rejects %j as unreadable', (target) => {
  expect(readAddress(target)).toEqual({ kind: 'unreadable' })
})

const ours = new Set(['dashboard', 'admin', 'users', 'larm', 'companies'])

test.each([
  ['/larm/Q0x9Zr3Tq1Lk7VnB2cWd5e', '/larm/…'],
  ['/dashboard/admin/users.data', '/dashboard/admin/users.data'],
  ['/dashboard/admin/users/0195f0a0-0000-7000-8000-000000000001', undefined],
  ['/dashboard/admin/postcodes/12540', '/dashboard/admin/…/12540'],
  ['/anna@exempel.se', '/…'],
  ['/0701740640', '/…'],
  ['/', '/'],
])('logs %s as %s', (path, logged = path) => {
  expect(loggedPath(path, ours)).toBe(logged)
})
