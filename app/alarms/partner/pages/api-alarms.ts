import { href } from 'react-router'
import { answerProgram, wrongMethod } from '~/accounts/public.server'
import { pageOf, readCursor } from '~/platform/database/keyset.server'
import { readOwnAlarmPage } from '../../history/alarm-view-store.server'
import type { Route } from './+types/api-alarms'

const pageSize = 20

/** A member's own alarms and how each went, newest first, by keyset pagination. Their words are only on the pages. */
export async function loader(door: Route.LoaderArgs) {
  return answerProgram(door, ['member'], async ({ house, signedIn }) => {
    const rows = await readOwnAlarmPage(house.db, signedIn.person.id, readCursor(door.request), pageSize + 1)
    const { shown, next } = pageOf(rows, pageSize)
    return {
      alarms: shown.map(({ id, state, isTest, createdAt, takenAt, onSiteAt, safeAt, closedAt }) => ({
        id,
        state,
        isTest,
        createdAt,
        takenAt,
        onSiteAt,
        safeAt,
        closedAt,
      })),
      next: next ? `${href('/api/alarms')}?before=${next}` : null,
    }
  })
}

export const action = () => wrongMethod()
