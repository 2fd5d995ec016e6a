import { listOpenAlarms } from '../list-open-alarms.server'
import type { Route } from './+types/api-open-alarms'
import { answerSystem } from './answer-system.server'

/** API endpoint: the company's open alarms. */
export function loader(door: Route.LoaderArgs) {
  return answerSystem(door, 'list', async (asked) =>
    Response.json(await listOpenAlarms(asked), { headers: { 'Cache-Control': 'no-store' } }),
  )
}
