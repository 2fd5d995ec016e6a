import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { silentLog } from '~/platform/log.server'
import { readAddress } from '../door/address'
import { canBePutOff } from '../door/put-off'
import { makeRoomToStart, watchFreeSpace } from './free-space'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kvartera-space-'))
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

const MB = 1_000_000
const ballast = () => existsSync(join(folder, 'ballast'))

test('keeps a ballast file, deletes it when the disk is nearly full, and creates it again when there is room', () => {
  let free = 5_000 * MB
  const space = watchFreeSpace({ folder, low: 256 * MB, log: silentLog, measure: () => free })
  const at = (megabytes: number) => {
    free = megabytes * MB
    vi.advanceTimersByTime(2_000)
    return { isLow: space.isLow(), ballast: ballast() }
  }
  expect({ isLow: space.isLow(), ballast: ballast() }).toEqual({ isLow: false, ballast: true })
  expect(at(300)).toEqual({ isLow: false, ballast: true })
  expect(at(255)).toEqual({ isLow: true, ballast: true })
  expect(at(31)).toEqual({ isLow: true, ballast: false })
  expect(at(95)).toEqual({ isLow: true, ballast: false })
  expect(at(500)).toEqual({ isLow: false, ballast: false })
  expect(at(5_000)).toEqual({ isLow: false, ballast: true })
  space.stop()
})

test('a disk that cannot be measured does not count as low', () => {
  const measure = () => {
    throw new Error('no such file system')
  }
  const space = watchFreeSpace({ folder, low: 256 * MB, log: silentLog, measure })
  expect(space.isLow()).toBe(false)
  space.stop()
})

test('a start on a full disk deletes the ballast file first', () => {
  writeFileSync(join(folder, 'ballast'), 'x')
  makeRoomToStart(folder, () => 100 * MB)
  expect(ballast()).toBe(true)
  makeRoomToStart(folder, () => 0)
  expect(ballast()).toBe(false)
})

test.each([
  ['POST', '/dashboard/customer/book', true],
  ['POST', '/dashboard/customer/book.data', true],
  ['POST', '/dashboard/provider/company/logo', true],
  ['POST', '/dashboard/provider/company/photos', true],
  ['POST', '/signup', true],
  ['GET', '/dashboard/customer/book', false],
  ['POST', '/dashboard/customer/safety', false],
  ['POST', '/dashboard/customer/safety.data', false],
  ['POST', '/dashboard/customer/safety/send', false],
  ['POST', '/dashboard/customer/safetynet', true],
  ['POST', '/dashboard/provider/alarms/x', false],
  ['POST', '/larm/abc', false],
  ['POST', '/vakt/larm', false],
  ['POST', '/hemma', false],
  ['POST', '/dashboard/customer/safety/walk/position', false],
  ['POST', '/api/partner/alarms/x/accept', false],
  ['POST', '/webhooks/sms/reply', false],
  ['POST', '/dashboard/admin/alarms/policies/12540', false],
  ['POST', '/auth', false],
])('whether %s %s can be refused on a full disk: %s', (method, path, putOff) => {
  const address = readAddress(path)
  expect(canBePutOff(method, address.kind === 'plain' ? address.page : path)).toBe(putOff)
})
