import { expect, test } from 'vitest'
import { systemAlarm, toSystemAlarm } from './system-alarm'

const [id, lastPress] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 20, minute))

test('an alarm is told with each value in its own field, and with nothing that the query may have added', () => {
  const read = {
    ...{ id, postcode: '12540', state: 'on_site' as const, isTest: true, isMine: false, isNeighbours: true },
    ...{ urgency: 3, lastPress, createdAt: at(1), takenAt: at(2), onSiteAt: at(3), safeAt: at(4), closedAt: null },
    ...{ message: 'Någon är i huset', companyId: id },
  }
  const told = toSystemAlarm(read, 'https://kvartera.example/larm')
  expect(told).toEqual({
    ...{ id, postcode: '12540', state: 'on_site', isTest: true, isMine: false, isNeighbours: true },
    ...{ urgency: 3, lastPress, createdAt: '2026-11-22T20:01:00.000Z', takenAt: '2026-11-22T20:02:00.000Z' },
    ...{ onSiteAt: '2026-11-22T20:03:00.000Z', safeAt: '2026-11-22T20:04:00.000Z', closedAt: null },
    link: 'https://kvartera.example/larm',
  })
  expect(systemAlarm.strict().parse(told)).toEqual(told)
})
