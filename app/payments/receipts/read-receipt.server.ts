import { z } from 'zod'
import { isAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { type NotThere, notThere } from '~/shared/outcome'
import { formatDay } from '~/shared/time'
import { type BuyerShown, type LineShown, readReceipt, readReceiptsOf, type SellerShown } from '../book-store.server'
import { formatSum } from '../charge'
import { methodLabels } from '../ledger'
import { readPartOfReceipt } from '../patrols/share-store.server'
import { requirePayer } from '../payer.server'

const lineForm = z.object({ text: z.string(), net: z.number(), vat: z.number(), gross: z.number() })
const sellerForm = z.object({
  name: z.string(),
  orgNumber: z.string(),
  address: z.string(),
  vatNumber: z.string(),
  swishNumber: z.string(),
})
const buyerForm = z.object({ name: z.string(), orgNumber: z.string(), address: z.string() })

export type ReceiptShown = {
  number: number
  isCredit: boolean
  /** The number of the receipt that a credit note reverses. */
  credits: number | null
  issuedAt: Date
  issued: string
  receivedOn: string
  method: string
  reference: string
  net: number
  vat: number
  gross: number
  lines: LineShown[]
  seller: SellerShown
  /** Null for a resident: a receipt of this size needs no name, and ours have none. */
  buyer: BuyerShown | null
  /** The patrol part and its postcode. Negative on a credit note, null if there is none. */
  patrols: { amount: number; postcode: string } | null
  /** For a credit note: whether the refund is paid out. */
  paidOut: boolean | null
}

/**
 * Reads a receipt as its payer or as an administrator. Another's receipt answers exactly like one that does not exist,
 * since numbers are easy to guess.
 */
export async function readReceiptFor(
  { db }: House,
  signedIn: SignedIn,
  number: string,
): Promise<ReceiptShown | NotThere> {
  const asked = /^\d{4,9}$/.test(number) ? await readReceipt(db, Number(number)) : undefined
  if (!asked) return notThere
  if (!isAdmin(signedIn)) {
    const owner = await requirePayer(db, signedIn)
    const isTheirs = owner.memberId ? asked.memberId === owner.memberId : asked.companyId === owner.companyId
    if (!isTheirs) return notThere
  }
  return {
    number: asked.number,
    isCredit: asked.isCredit,
    credits: asked.credits,
    issuedAt: asked.issuedAt,
    issued: formatDay(asked.issuedAt),
    receivedOn: asked.receivedOn,
    method: methodLabels[asked.method],
    reference: asked.reference,
    net: asked.net,
    vat: asked.vat,
    gross: asked.gross,
    lines: z.array(lineForm).parse(asked.lines),
    seller: sellerForm.parse(asked.seller),
    buyer: asked.buyer === null ? null : buyerForm.parse(asked.buyer),
    patrols: await readPartOfReceipt(db, asked.number),
    paidOut: asked.paidOut,
  }
}

type Owner = Parameters<typeof readReceiptsOf>[1]

/** An owner's receipts, as a list shows them. Authorises nobody: the calling page has. */
export async function readReceiptsShown(db: Database, owner: Owner, limit: number) {
  const rows = await readReceiptsOf(db, owner, limit)
  return rows.map(({ number, kind, issuedAt, gross, lines }) => ({
    number,
    title: kind === 'credit' ? `Kreditkvitto ${number}` : `Kvitto ${number}`,
    date: formatDay(issuedAt),
    what: z
      .array(lineForm)
      .parse(lines)
      .map(({ text }) => text)
      .join(', '),
    sum: formatSum(gross),
  }))
}
