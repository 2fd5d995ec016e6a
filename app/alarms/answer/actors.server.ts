import type { Guard } from '~/guards/public.server'
import type { Partner } from '../alarm'

/** A guard who opened their own secret link. */
export function guardActor({ id, companyId }: Pick<Guard, 'id' | 'companyId'>): Partner {
  return { kind: 'partner', companyId, guardId: id, via: 'page' }
}
