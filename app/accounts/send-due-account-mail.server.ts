import type { House } from '~/platform/house.server'
import { takeAccountMailRequest } from './account-store.server'

/** Makes the links that were asked for and puts their mails in the outbox. Runs as the product itself. */
export async function sendDueAccountMail(house: House): Promise<number> {
  return house.db.transaction().execute(async (db) => {
    const request = await takeAccountMailRequest(db)
    if (!request) return 0
    // The library writes on a connection of its own. Should we die before our commit, the request is
    // still there and the person gets a second mail rather than none.
    if (request.kind === 'recovery') await house.auth.passwords.sendRecovery(request.email)
    else await house.auth.emails.sendVerification(request.email)
    return 1
  })
}
