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
  /** The receipt that this one takes back. */
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
  /** Null for a resident: a receipt of this size names nobody, and ours do not. */
  buyer: BuyerShown | null
  /** What of it goes to patrols and where; below zero on a credit note, and null where nothing does. */
  patrols: { amount: number; postcode: string } | null
  /** Of a credit note: whether the money has gone back. */
  paidOut: boolean | null
}

/**
 * A receipt for whoever paid it, or for an administrator. Another's is as little there as one that does not exist:
 * numbers are easy to guess.
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

/** Whose they are, as a list shows them. Part of pages that have asked who is there. */
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
