import type { Database } from '~/platform/database/database.server'
import { brokenConstraint } from '~/platform/database/errors.server'
import { deleteSession } from '../login/session-store.server'
import { tieSession } from './passkey-store.server'

/**
 * Ties a new session to the passkey by which its person logged in, so that it ends when the passkey is removed. False if
 * the passkey was removed meanwhile (race): then the session has ended.
 */
export async function tieOrEnd(db: Database, personId: string, sessionId: string, passkeyId: string): Promise<boolean> {
  try {
    await tieSession(db, sessionId, passkeyId)
    return true
  } catch (error) {
    if (brokenConstraint(error) !== 'sessions_passkey_id_fkey') throw error
    await deleteSession(db, personId, sessionId)
    return false
  }
}
