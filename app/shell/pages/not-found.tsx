import { data } from 'react-router'
import { houseContext, visitorContext } from '~/platform/house.server'
import { pageMeta } from '../page-meta'
import { NotFound } from '../parts/not-found'
import type { Route } from './+types/not-found'

export function meta({ matches, location }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Sidan finns inte', description: '', path: location.pathname, hidden: true })
}

/** Logged, so that a link of ours that leads nowhere is found. */
export function loader({ context }: Route.LoaderArgs) {
  const { requestId, path } = context.get(visitorContext)
  context.get(houseContext).log.warn({ requestId, path }, 'no such page')
  return data(null, 404)
}

/** A form sent to an address that is not there finds the same page. */
export const action = loader

export default NotFound
