import { PLATFORM_FEE_PERCENT } from '~/bookings/public'
import { formatSum, vatInFee } from '~/payments/public'
import { type Fact, openSheet } from '~/payments/public.server'
import { firstDay } from '~/shared/month'
import { formatDay } from '~/shared/time'
import type { Statement } from './read-statement.server'
import { momentOf, titleOfJob } from './statement'

/** Draws a company's month as PDF, for its bookkeeping. */
export function drawStatement({
  month,
  name,
  jobs,
  sums,
  fee,
  company,
  operator,
  writtenAt,
}: Statement): Promise<Buffer> {
  const sheet = openSheet({
    title: `Avräkning ${name}, ${company.name}`,
    // A fixed time in the file's metadata: the same statement fetched on the same day gives the same bytes.
    writtenAt: new Date(`${firstDay(month)}T12:00:00Z`),
    footer: `${operator.name} · Org.nr ${operator.orgNumber} · Momsreg.nr ${operator.vatNumber}\n${operator.address}`,
  })
  sheet.heading('Avräkning', name)
  sheet.facts(
    [
      ['Gäller', `Genomförda bokningar i ${name}`],
      ['Hämtad', formatDay(writtenAt)],
      ...(fee
        ? ([
            ['Avgiftens nummer', fee.reference],
            ['Avgiften betalas senast', fee.status === 'paid' ? 'Betald' : fee.due],
          ] satisfies Fact[])
        : []),
    ],
    [['Företag', `${company.name}\n${company.address}\nOrg.nr ${company.orgNumber}`]],
  )
  sheet.table(
    [
      { title: 'När', width: 92 },
      { title: 'Tjänst', width: 147 },
      { title: 'Kunden betalar', width: 92, align: 'right' },
      { title: 'Avgift', width: 70, align: 'right' },
      { title: 'Till er', width: 82, align: 'right' },
    ],
    jobs.map((job) => [
      momentOf(job),
      titleOfJob(job),
      formatSum(job.customerPaysOre),
      formatSum(job.feeOre),
      formatSum(job.providerGetsOre),
    ]),
  )
  sheet.sums([
    ['Kunderna betalar', formatSum(sums.customerPaysOre)],
    ['Avgift inkl. moms', formatSum(sums.feeOre)],
    ['Varav moms', formatSum(sums.feeVatOre)],
    ['Till er', formatSum(sums.providerGetsOre)],
  ])
  if (fee) {
    sheet.sums([
      ...(fee.carriedOre === 0 ? [] : ([['Från tidigare månader', formatSum(fee.carriedOre)]] satisfies Fact[])),
      [`Avgift att betala, varav moms ${formatSum(vatInFee(fee.gross))}`, formatSum(fee.gross)],
    ])
  }
  sheet.note(
    `Avgiften är ${PLATFORM_FEE_PERCENT} % av ordinarie pris, inklusive 25 % moms. Kunden betalar direkt till er, och avgiften betalar ni till oss när månaden är över.`,
  )
  return sheet.close()
}
