import { describe, expect, test } from 'vitest'
import { askedAddress, memberLists, pageOfBookings, providerLists, readAsked } from './diary-lists'

const id = '01a1fa7b-5906-731d-880d-3f8b23f1bbc7'
const place = { at: '2026-11-26T08:00:00.000Z', id }
const read = (search: string) => readAsked(providerLists, new URLSearchParams(search))

describe('an address', () => {
  test('contains the list and the position, and is read back as both', () => {
    const address = askedAddress('/bookings', providerLists.pending, place)
    expect(address.startsWith('/bookings?visa=vantar&efter=')).toBe(true)
    expect(askedAddress('/bookings', providerLists.pending)).toBe('/bookings?visa=vantar')
    expect(askedAddress('/bookings', memberLists.all, place)).toMatch(/^\/bookings\?efter=/)
    expect(read(address.slice(address.indexOf('?')))).toEqual({ list: 'pending', after: place })
  })

  test('has no parameters for the default list', () => {
    expect(askedAddress('/bookings', memberLists.all)).toBe('/bookings')
    expect(readAsked(memberLists, new URLSearchParams())).toEqual({ list: 'all', after: null })
  })

  test.each([
    'visa=allt',
    'efter=1',
    `efter=2026-13-45T99:00:00.000Z_${id}`,
    `efter=2026-02-30T10:00:00.000Z_${id}`,
    `efter=0000-01-01T00:00:00.000Z_${id}`,
    `efter=${id}`,
    "efter=';drop",
  ])('with invalid parameters (%s) is read as the start of the default list', (search) =>
    expect(read(search)).toEqual({ list: 'all', after: null }),
  )
})

test('pageOfBookings drops the row beyond the limit, and gives the position of the next page only then', () => {
  const rows = [3, 2, 1].map((hour) => ({ id: String(hour), startsAt: new Date(Date.UTC(2026, 10, 26, hour)) }))
  expect(pageOfBookings(rows, 2)).toEqual({
    shown: rows.slice(0, 2),
    next: { at: '2026-11-26T02:00:00.000Z', id: '2' },
  })
  expect(pageOfBookings(rows, 3).next).toBeNull()
})
