import type { z } from 'zod'
import { readOpenAlarmsForSystem } from '~/alarms/public.server'
import { readCallStanding } from '~/companies/public.server'
import { alarmPage } from '../alarm-page.server'
import { toSystemAlarm } from '../system-alarm'
import type { AskingSystem } from './pages/answer-system.server'
import type { openAlarms } from './shapes'

/** The alarms that the company's page shows as open now, limited to the key's postcodes; or why there are none. */
export async function listOpenAlarms({ house, key }: AskingSystem): Promise<z.output<typeof openAlarms>> {
  const now = house.clock.now()
  const { whyNotCalled } = await readCallStanding(house.db, key.companyId, now)
  const alarms = await readOpenAlarmsForSystem(house.db, key.companyId, now)
  return {
    alarms: alarms
      .filter(({ postcode }) => key.postcodes.includes(postcode))
      .map((alarm) => toSystemAlarm(alarm, alarmPage(house.config, alarm.id))),
    notCalled: whyNotCalled,
  }
}
