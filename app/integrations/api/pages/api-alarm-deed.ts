import { problem } from '~/platform/http/problem.server'
import { isNameIn } from '~/shared/chosen'
import { apiDeeds } from '../../keys/api-deeds'
import { doDeed } from '../do-deed.server'
import type { Route } from './+types/api-alarm-deed'
import { answerSystem } from './answer-system.server'

/** API endpoint: a deed on one alarm. */
export function action(door: Route.ActionArgs) {
  const { id, deed } = door.params
  if (!isNameIn(apiDeeds, deed) || deed === 'list') return problem(404, 'Det finns inget sådant att göra.')
  return answerSystem(door, deed, (asked) => doDeed(asked, deed, id, door.request))
}
