import { answerTo } from '~/door/answer.server'
import { pageMeta } from '~/door/page-meta'
import { notThere } from '~/shared/outcome'
import { NotFound } from '../parts/not-found'
import type { Route } from './+types/not-found'

export { clientMiddleware, handle } from '~/door/plain-page'

export function meta({ matches, location }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Sidan finns inte', description: '', path: location.pathname, hidden: true })
}

/** Answered by the door, which logs it, so that our own dead links are found. */
export function loader() {
  return answerTo(notThere)
}

/** The same page for a form posted to an unknown address. */
export const action = loader

export default NotFound
