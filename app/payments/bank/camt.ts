import type { Ore } from '~/shared/money'
import { type BankFile, type BankRow, dayFrom, LARGEST_AMOUNT, lineOf, MOST_ROWS, type Unfit } from './bank-row'
import { elementsAt, readXml, textAt, type XmlElement } from './xml-tree'

/**
 * Parses ISO 20022 files: a bank statement (camt.053) or a notification of single payments (camt.054). They replace
 * bankgiro's own formats (docs/decisions/0172). Swedish banks send versions 02 and 08. Elements are found by their
 * local names, and in both places where the versions differ. Everything but a booked payment in kronor becomes a row
 * with the reason in `because`.
 */
const kinds = [
  { root: 'BkToCstmrStmt', part: 'Stmt' },
  { root: 'BkToCstmrDbtCdtNtfctn', part: 'Ntfctn' },
] as const

const notRead: BankFile = {
  ok: false,
  because: 'Filen går inte att läsa som XML. Hämta den på nytt hos banken och ändra inget i den.',
}

export function readCamt(text: string): BankFile {
  const document = readXml(text)
  if (!document) return notRead
  const kind = kinds.find(({ root }) => elementsAt(document, root).length > 0)
  if (!kind) return { ok: false, because: 'Filen är varken kontoutdrag (camt.053) eller avisering (camt.054).' }
  const rows = elementsAt(document, `${kind.root}/${kind.part}`).flatMap(rowsOfStatement)
  if (rows.length > MOST_ROWS) {
    return { ok: false, because: `Filen har fler än ${MOST_ROWS} rader. Hämta den för färre dagar åt gången.` }
  }
  if (rows.length === 0) return { ok: false, because: 'Filen har inga kontohändelser.' }
  return { ok: true, rows: withNamesOnce(rows) }
}

function rowsOfStatement(statement: XmlElement): BankRow[] {
  const account = textAt(statement, 'Acct/Id/IBAN') || textAt(statement, 'Acct/Id/Othr/Id')
  return elementsAt(statement, 'Ntry').flatMap((entry) => rowsOfEntry(entry, account))
}

/** An entry is one payment, or several that the bank booked as one sum. */
function rowsOfEntry(entry: XmlElement, account: string): BankRow[] {
  const bookedOn = dayFrom(textAt(entry, 'BookgDt/Dt') || textAt(entry, 'BookgDt/DtTm') || textAt(entry, 'ValDt/Dt'))
  const nameOf = (of: XmlElement, ore: Ore | null) => bankName([account, bookedOn, referenceOf(of, entry), ore])
  const sum = signedAmount(entry, entry)
  const whole = (because: Unfit | null): BankRow => {
    const text = textOf(entry, elementsAt(entry, 'NtryDtls/TxDtls'))
    return { bookedOn, amount: sum.ore, text, name: nameOf(entry, sum.ore), because }
  }
  const because = whyNot(entry, bookedOn, sum)
  if (because) return [whole(because)]
  const parts = elementsAt(entry, 'NtryDtls/TxDtls')
  const said = elementsAt(entry, 'NtryDtls/Btch/NbOfTxs').map(({ text }) => Number(text))
  const counted = said.length > 0 ? said.reduce((total, one) => total + one) : parts.length
  // A batch without its parts cannot be matched with charges. Parts that do not add up to the entry's amount are not
  // all of its parts.
  if (parts.length === 0) return [whole(counted > 1 ? 'sum of many' : null)]
  const read = parts.map((part) => ({
    part,
    amount: parts.length === 1 ? amountOfOnly(part, entry) : signedAmount(part, entry),
  }))
  const foreign = read.some(({ amount }) => amount.currency !== 'SEK')
  if (foreign) return [whole('foreign currency')]
  const added = read.reduce((total, { amount }) => total + (amount.ore ?? Number.NaN), 0)
  if (added !== sum.ore || counted !== parts.length) return [whole('sum of many')]
  return read.map(({ part, amount }) => ({
    bookedOn,
    amount: amount.ore,
    text: textOf(entry, [part]),
    name: nameOf(part, amount.ore),
    // A returned payment is marked in its own part only (`RtrInf`), not in the entry.
    because: elementsAt(part, 'RtrInf').length > 0 ? 'reversal' : null,
  }))
}

type Amount = { ore: Ore | null; currency: string }

function whyNot(entry: XmlElement, bookedOn: string | null, { ore, currency }: Amount): Unfit | null {
  const status = textAt(entry, 'Sts/Cd') || textAt(entry, 'Sts')
  if (status !== 'BOOK') return 'not booked'
  if (/^(true|1)$/i.test(textAt(entry, 'RvslInd'))) return 'reversal'
  if (currency !== 'SEK') return 'foreign currency'
  return ore === null || bookedOn === null ? 'unreadable' : null
}

/** Positive for money that came in. A part without `CdtDbtInd` has the direction of its entry. */
function signedAmount(of: XmlElement, entry: XmlElement): Amount {
  const element = elementsAt(of, 'Amt')[0] ?? elementsAt(of, 'AmtDtls/TxAmt/Amt')[0]
  const currency = element?.attributes.Ccy ?? ''
  const ore = oreFrom(element?.text.trim() ?? '')
  const way = textAt(of, 'CdtDbtInd') || textAt(entry, 'CdtDbtInd')
  if (ore === null || (way !== 'CRDT' && way !== 'DBIT')) return { ore: null, currency }
  return { ore: way === 'CRDT' ? ore : -ore, currency }
}

/** If an entry has one part only, that part may leave its amount out: it is the entry's amount. */
function amountOfOnly(part: XmlElement, entry: XmlElement): Amount {
  const own = signedAmount(part, entry)
  return own.currency === '' ? signedAmount(entry, entry) : own
}

/** Parses "1234.5" exactly, to the öre. Null for an amount with fractions of an öre. */
function oreFrom(text: string): Ore | null {
  const [, kronor, decimals = ''] = /^(\d{1,13})(?:\.(\d{1,5}))?$/.exec(text) ?? []
  if (kronor === undefined || !/^0*$/.test(decimals.slice(2))) return null
  const ore = Number(kronor + decimals.slice(0, 2).padEnd(2, '0'))
  return ore <= LARGEST_AMOUNT ? ore : null
}

/**
 * The text to search for references: structured references that the bank has checked first, then the payer's message,
 * then the payer's name.
 */
function textOf(entry: XmlElement, parts: readonly XmlElement[]): string {
  const texts = (path: string) => parts.flatMap((part) => elementsAt(part, path)).map(({ text }) => text.trim())
  const references = [...texts('RmtInf/Strd/CdtrRefInf/Ref'), ...texts('RmtInf/Strd/RfrdDocInf/Nb')].map(asReference)
  const said = [...texts('RmtInf/Ustrd'), ...texts('RmtInf/Strd/AddtlRmtInf'), ...texts('Refs/EndToEndId')]
  const payers = [...texts('RltdPties/Dbtr/Nm'), ...texts('RltdPties/Dbtr/Pty/Nm')]
  return lineOf([...new Set([...references, ...said, ...payers, textAt(entry, 'AddtlNtryInf')])].filter(isSaid))
}

/** A structured reference (OCR) holds digits only, so the prefix KV is put back. */
const asReference = (reference: string) => (/^\d{7,14}$/.test(reference) ? `KV${reference}` : reference)

const isSaid = (text: string) => text !== '' && text !== 'NOTPROVIDED'

/** The bank's own reference of this transaction. Some banks repeat the entry's reference in each of its parts. */
const referenceOf = (of: XmlElement, entry: XmlElement) =>
  textAt(of, 'Refs/AcctSvcrRef') || textAt(of, 'Refs/TxId') || textAt(of, 'AcctSvcrRef') || textAt(entry, 'AcctSvcrRef')

/**
 * The id of a transaction, the same in every file. Banks reuse references, so account, day and amount are part of the
 * id. Null if the bank gives no reference.
 */
const bankName = ([account, bookedOn, reference, ore]: [string, string | null, string, Ore | null]) =>
  reference === '' ? null : [account, bookedOn, reference, ore].join(' ').slice(0, 200)

/** Makes names unique: several payments with the same reference and amount get a number, in the order of the file. */
function withNamesOnce(rows: readonly BankRow[]): BankRow[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    if (!row.name) return row
    const before = seen.get(row.name) ?? 0
    seen.set(row.name, before + 1)
    return before === 0 ? row : { ...row, name: `${row.name} ${before + 1}` }
  })
}
