import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { formatPostcode } from '~/postcodes/public'
import { type NotThere, notThere } from '~/shared/outcome'
import { PRODUCT_NAME } from '~/shared/product'
import { dayOf } from '~/shared/time'
import { formatReference } from '../reference'
import { type BookPeriod, parseBookPeriod } from './book-period'
import { readVouchers, type VoucherCause, type VoucherShown } from './books-store.server'
import { encodePc8, sieHead, sieVoucher } from './sie'

const atOnce = 1000

/**
 * An admin downloads every voucher of a period for the bookkeeping program. Streamed: read in batches while it is sent.
 */
export function writeSie(
  house: House,
  signedIn: SignedIn,
  asked: string,
): { fileName: string; bytes: AsyncGenerator<Uint8Array> } | NotThere {
  onlyAdmin(signedIn)
  const period = parseBookPeriod(asked)
  if (!period) return notThere
  return { fileName: `${PRODUCT_NAME.toLowerCase()}-${period.code}.se`, bytes: sieOf(house, period) }
}

async function* sieOf({ db, clock, config: { operator } }: House, period: BookPeriod): AsyncGenerator<Uint8Array> {
  const head = { program: PRODUCT_NAME, version: '1', company: operator.name, orgNumber: operator.orgNumber }
  yield encodePc8(sieHead({ ...head, writtenOn: dayOf(clock.now()) }))
  let last: VoucherShown | null = null
  while (true) {
    const vouchers: VoucherShown[] = await readVouchers(db, period, last, atOnce)
    if (vouchers.length > 0) {
      yield encodePc8(
        vouchers.map(({ at, entries, about }) => sieVoucher({ day: dayOf(at), text: textOf(about), entries })).join(''),
      )
    }
    if (vouchers.length < atOnce) return
    last = vouchers.at(-1) ?? null
  }
}

const words = {
  receipt: 'Kvitto',
  credit: 'Kreditkvitto',
  payout: 'Utbetalt av kreditkvitto',
} as const

/** Names no person: the receipt says who paid, and the books leave the product. */
function textOf(about: VoucherCause): string {
  if (about.kind === 'patrols') return `Utbetalt till ronder i ${formatPostcode(about.postcode)}, ${about.reference}`
  return `${words[about.kind]} ${about.receiptNumber}, ${formatReference(about.reference)}`
}
