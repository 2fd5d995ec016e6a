import { data } from 'react-router'
import { z } from 'zod'

/** The id in an address, or 404: what no id can look like is not asked of the database. */
export function idIn({ id }: { id: string }): string {
  if (!z.uuid().safeParse(id).success) throw data(null, 404)
  return id
}
