/** Builds a bank's statement or notification as Swedish banks write it, in both versions in use. */

export type Part = {
  amount: string
  currency?: string
  ocr?: string
  words?: string[]
  payer?: string
  name?: string
  returned?: boolean
}

export type Entry = {
  amount: string
  currency?: string
  way?: 'CRDT' | 'DBIT'
  status?: string
  reversed?: boolean
  day?: string
  name?: string
  /** The count that the bank states. */
  count?: number
  parts?: Part[]
}

export type Kind = 'camt.053' | 'camt.054'
export type Version = '001.02' | '001.08'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const when = (given: unknown, xml: string) => (given === undefined || given === false ? '' : xml)

export function camt(entries: readonly Entry[], { kind = 'camt.053' as Kind, version = '001.02' as Version } = {}) {
  const [root, part] = kind === 'camt.053' ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn']
  const isNew = version === '001.08'
  const entryOf = (one: Entry) => `
      <Ntry>
        <Amt Ccy="${one.currency ?? 'SEK'}">${one.amount}</Amt>
        <CdtDbtInd>${one.way ?? 'CRDT'}</CdtDbtInd>${when(one.reversed, '<RvslInd>true</RvslInd>')}
        <Sts>${isNew ? `<Cd>${one.status ?? 'BOOK'}</Cd>` : (one.status ?? 'BOOK')}</Sts>
        <BookgDt><Dt>${one.day ?? '2026-11-18'}</Dt></BookgDt>
        ${when(one.name, `<AcctSvcrRef>${one.name}</AcctSvcrRef>`)}
        <NtryDtls>${when(one.count, `<Btch><NbOfTxs>${one.count}</NbOfTxs></Btch>`)}${(one.parts ?? []).map(partOf(one)).join('')}</NtryDtls>
      </Ntry>`
  const partOf = (entry: Entry) => (one: Part) => {
    const amount = `<Amt Ccy="${one.currency ?? 'SEK'}">${one.amount}</Amt>`
    const payer = one.payer && `<Nm>${escaped(one.payer)}</Nm>`
    return `
          <TxDtls>
            <Refs>${when(one.name, `<AcctSvcrRef>${one.name}</AcctSvcrRef>`)}<EndToEndId>NOTPROVIDED</EndToEndId></Refs>
            ${isNew ? `${amount}<CdtDbtInd>${entry.way ?? 'CRDT'}</CdtDbtInd>` : `<AmtDtls><TxAmt>${amount}</TxAmt></AmtDtls>`}
            ${when(payer, `<RltdPties><Dbtr>${isNew ? `<Pty>${payer}</Pty>` : payer}</Dbtr></RltdPties>`)}
            <RmtInf>${(one.words ?? []).map((word) => `<Ustrd>${escaped(word)}</Ustrd>`).join('')}${when(
              one.ocr,
              `<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>${one.ocr}</Ref></CdtrRefInf></Strd>`,
            )}</RmtInf>${when(one.returned, '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>')}
          </TxDtls>`
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${kind}.${version}">
  <${root}>
    <GrpHdr><MsgId>1</MsgId><CreDtTm>2026-11-19T05:00:00</CreDtTm></GrpHdr>
    <${part}>
      <Id>1</Id>
      <Acct><Id><IBAN>SE4550000000058398257466</IBAN></Id><Ccy>SEK</Ccy></Acct>
      <Bal><Amt Ccy="SEK">1000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>${entries.map(entryOf).join('')}
    </${part}>
  </${root}>
</Document>
`
}
