import { answerTo } from '~/door/answer.server'
import { pageMeta } from '~/door/page-meta'
import { notThere } from '~/shared/outcome'
import { NotFound } from '../parts/not-found'
import type { Route } from './+types/not-found'

export { clientMiddleware, handle } from '~/door/plain-page'

export function meta({ matches, location }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Sidan finns inte', description: '', path: location.pathname, hidden: true })
}

/** The door tells the log of it, so that a link of ours that leads nowhere is found. */
export function loader() {
  return answerTo(notThere)
}

/** A form sent to an address that is not there finds the same page. */
export const action = loader

export default NotFound
