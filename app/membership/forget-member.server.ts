import { forgetReferrers } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { forgetReferrer } from './membership-store.server'

/** Part of deleting an account: companies and tips stay, the member's number in them does not. */
export async function forgetMember(db: Database, profileId: string) {
  await forgetReferrers(db, await forgetReferrer(db, profileId))
}
