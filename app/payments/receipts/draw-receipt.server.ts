import { formatDate } from '~/shared/time'
import { formatSum } from '../charge'
import { partInWords } from '../patrols/part-words'
import { formatReference } from '../reference'
import { type Fact, openSheet } from './pdf-sheet.server'
import type { ReceiptShown } from './read-receipt.server'

/** Draws a receipt as PDF. Deterministic: the same receipt gives the same bytes, whoever fetches it and when. */
export function drawReceipt(receipt: ReceiptShown): Promise<Buffer> {
  const { seller, buyer } = receipt
  const title = receipt.isCredit ? 'Kreditkvitto' : 'Kvitto'
  const sheet = openSheet({
    title: `${title} ${receipt.number}, ${seller.name}`,
    writtenAt: receipt.issuedAt,
    footer: `${seller.name} · Org.nr ${seller.orgNumber} · Momsreg.nr ${seller.vatNumber}\n${seller.address}`,
  })
  sheet.heading(title, `Nummer ${receipt.number}`)
  const about: Fact[] = [
    ['Datum', receipt.issued],
    receipt.isCredit
      ? ['Återbetalas genom', receipt.method]
      : ['Betalt', `${formatDate(receipt.receivedOn)} med ${receipt.method}`],
    ['Betalningens nummer', formatReference(receipt.reference)],
    ...(receipt.credits === null ? [] : ([['Krediterar kvitto', String(receipt.credits)]] satisfies Fact[])),
  ]
  const parties: Fact[] = [
    ['Säljare', `${seller.name}\n${seller.address}\nOrg.nr ${seller.orgNumber}\nMomsreg.nr ${seller.vatNumber}`],
    ...(buyer ? ([['Köpare', `${buyer.name}\n${buyer.address}\nOrg.nr ${buyer.orgNumber}`]] satisfies Fact[]) : []),
  ]
  sheet.facts(about, parties)
  sheet.table(
    [
      { title: 'Vad', width: 231 },
      { title: 'Exkl. moms', width: 84, align: 'right' },
      { title: 'Moms 25 %', width: 80, align: 'right' },
      { title: 'Inkl. moms', width: 88, align: 'right' },
    ],
    receipt.lines.map(({ text, net, vat, gross }) => [text, formatSum(net), formatSum(vat), formatSum(gross)]),
  )
  sheet.sums([
    ['Summa exkl. moms', formatSum(receipt.net)],
    ['Moms 25 %', formatSum(receipt.vat)],
    [receipt.isCredit ? 'Att få tillbaka' : 'Betalt', formatSum(receipt.isCredit ? -receipt.gross : receipt.gross)],
  ])
  if (receipt.patrols) sheet.note(partInWords(receipt.patrols))
  sheet.note('Spara kvittot. Har du frågor, skriv till oss från startsidan och ange numret.')
  return sheet.close()
}
