import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { formatOre, writtenKronor } from '~/shared/money'
import { formatDay, formatMomentSeen } from '~/shared/time'
import { readDisputes } from './job-payment-store.server'

/** A cap on the list, oldest first; there is no paging. */
const mostShown = 50

/** For admins: the open disputes about payments. */
export async function listDisputes({ db, clock }: House, signedIn: SignedIn) {
  onlyAdmin(signedIn)
  const now = clock.now()
  const rows = await readDisputes(db, mostShown)
  return rows.map(({ id, by, at, text, ...row }) => ({
    id,
    title: row.title,
    day: formatDay(row.startsAt),
    companyId: row.companyId,
    companyName: row.companyName ?? '',
    customerName: row.customerName ?? 'Kontot är borttaget',
    price: formatOre(row.customerPaysOre),
    written: writtenKronor(row.customerPaysOre),
    by: by === 'member' ? 'Kunden' : 'Företaget',
    at: at ? formatMomentSeen(at, now) : '',
    text: text ?? 'Texten är borttagen.',
    said: [
      ...(row.memberSaidAt ? [`Kunden noterade som betald ${formatMomentSeen(row.memberSaidAt, now)}.`] : []),
      ...(row.companySaidAt ? [`Företaget noterade som betald ${formatMomentSeen(row.companySaidAt, now)}.`] : []),
    ],
  }))
}

export type DisputeShown = Awaited<ReturnType<typeof listDisputes>>[number]
