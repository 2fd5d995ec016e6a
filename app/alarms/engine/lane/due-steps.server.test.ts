import { afterEach, expect, test, vi } from 'vitest'
import { placeAlarm } from '../../../../test/support/alarms'
import { newPostcode } from '../../../../test/support/guards'
import { useHouse } from '../../../../test/support/house'
import { openDueSteps } from './due-steps.server'

/** Batch size of due steps, and how long an alarm whose steps fail is set aside. */

const house = useHouse()
const noted = vi.fn()

afterEach(async () => {
  vi.useRealTimers()
  noted.mockClear()
  await house.asOwner('drop function if exists refuse_poison() cascade')
  await house.db.deleteFrom('alarm_steps').execute()
})

function open() {
  const told = { isTest: false, onDone: vi.fn(), onRest: vi.fn(async () => undefined) }
  const steps = openDueSteps(() => ({ ...house, log: { ...house.log, error: noted } }), told)
  return { ...told, steps }
}

/** Alarms with nobody to call: each due call leaves just one line in the alarm's history. */
async function due(count: number) {
  const [now, postcode] = [house.clock.now(), newPostcode()]
  const alarms: string[] = []
  for (let each = 0; each < count; each++) {
    alarms.push(await placeAlarm(house, now, { postcode }))
  }
  const steps = alarms.map((alarm_id) => ({
    ...{ alarm_id, kind: 'call again' as const, armed_at: now, due_at: now, is_test: false },
  }))
  await house.db.insertInto('alarm_steps').values(steps).execute()
  return alarms
}

async function pending() {
  const rows = await house.db.selectFrom('alarm_steps').select('alarm_id').where('state', '=', 'pending').execute()
  return rows.map(({ alarm_id }) => alarm_id)
}

test('due steps are carried out in a small batch first, then in batches of a hundred', async () => {
  await due(26 + 100)
  const { steps, onDone, onRest } = open()
  await steps.run()
  expect(await pending()).toEqual([])
  expect(onDone).toHaveBeenCalledTimes(3)
  expect(onRest).toHaveBeenCalledTimes(1)
})

test('with nothing due, onDone is not called and the next look is planned', async () => {
  const { steps, onDone, onRest } = open()
  await steps.run()
  expect(onDone).not.toHaveBeenCalled()
  expect(onRest).toHaveBeenCalledTimes(1)
})

test('an alarm whose step fails is set aside for half a minute, and no other alarm is', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const alarms = await due(5)
  const poisoned = alarms[2] ?? ''
  await house.asOwner(`
    create function refuse_poison() returns trigger language plpgsql as $$
      begin raise exception 'poison' using errcode = '22P02'; end $$;
    create trigger poison before update on alarm_steps for each row when (new.alarm_id = '${poisoned}') execute function refuse_poison()`)
  const { steps, onRest } = open()
  await steps.run()
  expect(await pending()).toEqual([poisoned])
  expect(onRest).toHaveBeenCalledTimes(1)
  expect(noted.mock.calls).toEqual([[{ alarmId: poisoned, code: '22P02' }, expect.stringContaining('set aside')]])

  await house.asOwner('drop function refuse_poison() cascade')
  vi.advanceTimersByTime(29_999)
  await steps.run()
  expect(await pending()).toEqual([poisoned])
  vi.advanceTimersByTime(1)
  await steps.run()
  expect(await pending()).toEqual([])
})
