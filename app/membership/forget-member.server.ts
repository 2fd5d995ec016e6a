import { forgetReferrers } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { forgetReferrer } from './membership-store.server'

/** Part of deleting an account: removes the member's phone number from companies and tips, which stay. */
export async function forgetMember(db: Database, profileId: string) {
  await forgetReferrers(db, await forgetReferrer(db, profileId))
}
