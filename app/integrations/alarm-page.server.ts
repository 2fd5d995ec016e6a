import { href } from 'react-router'
import type { Config } from '~/platform/config.server'

/** Where a person of the company reads what no system is told. */
export const alarmPage = ({ origin }: Pick<Config, 'origin'>, id: string) =>
  `${origin}${href('/dashboard/provider/alarms/:id', { id })}`
