import { href } from 'react-router'
import type { Config } from '~/platform/config.server'

/** The page where a person of the company reads what is not sent to its systems. */
export const alarmPage = ({ origin }: Pick<Config, 'origin'>, id: string) =>
  `${origin}${href('/dashboard/provider/alarms/:id', { id })}`
