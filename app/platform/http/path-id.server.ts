import { data } from 'react-router'
import { isId } from '~/shared/asked'

/** The id in an address, or 404: what no id can look like is not asked of the database. */
export function idIn({ id }: { id: string }): string {
  if (!isId(id)) throw data(null, 404)
  return id
}
