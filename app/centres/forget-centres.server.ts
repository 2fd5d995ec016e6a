import type { Database } from '~/platform/database/database.server'
import { deleteCentresOf, readCentresOf } from './centre-store.server'

/** The centres of somebody who deletes their account: a company that is gone is told nothing of. */
export const forgetCentresOf = deleteCentresOf

/** The centres' part of the file with everything stored about a person. Not a door: the account's export is. */
export async function exportCentres(db: Database, ownerId: string) {
  return (await readCentresOf(db, ownerId)).map(({ name, host, port, account, format, changedAt }) => ({
    namn: name,
    adress: `${host}:${port}`,
    konto: account,
    format,
    ändrad: changedAt,
  }))
}
