import type { Ore } from '~/shared/money'
import { type BankFile, type BankRow, dayFrom, LARGEST_AMOUNT, lineOf, MOST_ROWS, type Unfit } from './bank-row'
import { elementsAt, readXml, textAt, type XmlElement } from './xml-tree'

/**
 * A bank's statement (camt.053) or its word about single payments (camt.054), by ISO 20022: what bankgiro's own files end
 * in. Swedish banks send versions 02 and 08; elements are known by their names, and where a version moved one, both places
 * are looked at. Whatever is no payment in kronor that the bank has booked is a row with its reason.
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

/** An entry is one payment, or many that the bank booked as one sum. */
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
  // Without its parts a sum of many says nothing about any of them; and parts that do not add up to it are not all of it.
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
    // A payment that came back to us says so in the part alone.
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

/** Above zero for what came in. A part without a word of its own goes the way of its entry. */
function signedAmount(of: XmlElement, entry: XmlElement): Amount {
  const element = elementsAt(of, 'Amt')[0] ?? elementsAt(of, 'AmtDtls/TxAmt/Amt')[0]
  const currency = element?.attributes.Ccy ?? ''
  const ore = oreFrom(element?.text.trim() ?? '')
  const way = textAt(of, 'CdtDbtInd') || textAt(entry, 'CdtDbtInd')
  if (ore === null || (way !== 'CRDT' && way !== 'DBIT')) return { ore: null, currency }
  return { ore: way === 'CRDT' ? ore : -ore, currency }
}

/** The only part of an entry may leave its amount out: it is the entry's. */
function amountOfOnly(part: XmlElement, entry: XmlElement): Amount {
  const own = signedAmount(part, entry)
  return own.currency === '' ? signedAmount(entry, entry) : own
}

/** "1234.5", to the öre; what has parts of an öre is no amount in kronor. */
function oreFrom(text: string): Ore | null {
  const [, kronor, decimals = ''] = /^(\d{1,13})(?:\.(\d{1,5}))?$/.exec(text) ?? []
  if (kronor === undefined || !/^0*$/.test(decimals.slice(2))) return null
  const ore = Number(kronor + decimals.slice(0, 2).padEnd(2, '0'))
  return ore <= LARGEST_AMOUNT ? ore : null
}

/** What the payer wrote: references that a bank has checked first, then words, then who it was. */
function textOf(entry: XmlElement, parts: readonly XmlElement[]): string {
  const texts = (path: string) => parts.flatMap((part) => elementsAt(part, path)).map(({ text }) => text.trim())
  const references = [...texts('RmtInf/Strd/CdtrRefInf/Ref'), ...texts('RmtInf/Strd/RfrdDocInf/Nb')].map(asReference)
  const said = [...texts('RmtInf/Ustrd'), ...texts('RmtInf/Strd/AddtlRmtInf'), ...texts('Refs/EndToEndId')]
  const payers = [...texts('RltdPties/Dbtr/Nm'), ...texts('RltdPties/Dbtr/Pty/Nm')]
  return lineOf([...new Set([...references, ...said, ...payers, textAt(entry, 'AddtlNtryInf')])].filter(isSaid))
}

/** A payer who has to give digits alone gives those of our number. */
const asReference = (reference: string) => (/^\d{7,14}$/.test(reference) ? `KV${reference}` : reference)

const isSaid = (text: string) => text !== '' && text !== 'NOTPROVIDED'

/** The bank's own reference of this money; some banks write that of the whole on each of its parts. */
const referenceOf = (of: XmlElement, entry: XmlElement) =>
  textAt(of, 'Refs/AcctSvcrRef') || textAt(of, 'Refs/TxId') || textAt(of, 'AcctSvcrRef') || textAt(entry, 'AcctSvcrRef')

/**
 * What this money is called in every file: the bank's reference, with all that keeps it apart from other money, since banks
 * use a reference again. Null where the bank gives it none.
 */
const bankName = ([account, bookedOn, reference, ore]: [string, string | null, string, Ore | null]) =>
  reference === '' ? null : [account, bookedOn, reference, ore].join(' ').slice(0, 200)

/** Two of the same sum under one reference are two payments, in the order in which the bank lists them. */
function withNamesOnce(rows: readonly BankRow[]): BankRow[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    if (!row.name) return row
    const before = seen.get(row.name) ?? 0
    seen.set(row.name, before + 1)
    return before === 0 ? row : { ...row, name: `${row.name} ${before + 1}` }
  })
}
