import { forgetPlace } from '~/platform/database/cluster-place.server'
import { stopForGood } from './open-embedded'
import { places } from './places'

/** `npm run reset`: deletes the demo neighbourhood, wherever it lies. */
export async function reset(): Promise<string> {
  await stopForGood()
  forgetPlace(places.data)
  return 'The demo neighbourhood is gone. `npm start` moves a new one in.'
}
