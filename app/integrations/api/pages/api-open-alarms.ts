import { listOpenAlarms } from '../list-open-alarms.server'
import type { Route } from './+types/api-open-alarms'
import { answerSystem } from './answer-system.server'

/** For a company's own system: what it could see on the page. */
export function loader(door: Route.LoaderArgs) {
  return answerSystem(door, 'list', async (asked) =>
    Response.json(await listOpenAlarms(asked), { headers: { 'Cache-Control': 'no-store' } }),
  )
}
