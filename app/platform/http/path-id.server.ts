import { data } from 'react-router'
import { isId } from '~/shared/asked'

/** The id in the path. Answers 404 without a query if it is not a well-formed id. */
export function idIn({ id }: { id: string }): string {
  if (!isId(id)) throw data(null, 404)
  return id
}
