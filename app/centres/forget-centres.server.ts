import type { Database } from '~/platform/database/database.server'
import { deleteCentresOf, readCentresOf } from './centre-store.server'

/** Deletes the centres of an owner whose account is deleted. */
export const forgetCentresOf = deleteCentresOf

/**
 * The centres in the file with all personal data about their company's owner. Not a use case of its own: the account's
 * export calls it.
 */
export async function exportCentres(db: Database, ownerId: string) {
  return (await readCentresOf(db, ownerId)).map(({ name, host, port, account, format, changedAt }) => ({
    namn: name,
    adress: `${host}:${port}`,
    konto: account,
    format,
    ändrad: changedAt,
  }))
}
