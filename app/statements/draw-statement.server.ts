import { formatSum } from '~/payments/public'
import { openSheet } from '~/payments/public.server'
import { firstDay } from '~/shared/month'
import { formatDay } from '~/shared/time'
import type { Statement } from './read-statement.server'
import { momentOf } from './statement'

/** A company's month as a paper for its books. */
export function drawStatement({ month, name, jobs, sums, company, operator, writtenAt }: Statement): Promise<Buffer> {
  const sheet = openSheet({
    title: `Avräkning ${name}, ${company.name}`,
    // The same month is the same bytes for as long as nothing is added to it.
    writtenAt: new Date(`${firstDay(month)}T12:00:00Z`),
    footer: `${operator.name} · Org.nr ${operator.orgNumber} · Momsreg.nr ${operator.vatNumber}\n${operator.address}`,
  })
  sheet.heading('Avräkning', name)
  sheet.facts(
    [
      ['Gäller', `Genomförda bokningar i ${name}`],
      ['Hämtad', formatDay(writtenAt)],
    ],
    [['Företag', `${company.name}\n${company.address}\nOrg.nr ${company.orgNumber}`]],
  )
  sheet.table(
    [
      { title: 'När', width: 92 },
      { title: 'Tjänst', width: 147 },
      { title: 'Kunden betalade', width: 92, align: 'right' },
      { title: 'Avgift', width: 70, align: 'right' },
      { title: 'Till er', width: 82, align: 'right' },
    ],
    jobs.map((job) => [
      momentOf(job),
      job.title,
      formatSum(job.customerPaysOre),
      formatSum(job.feeOre),
      formatSum(job.providerGetsOre),
    ]),
  )
  sheet.sums([
    ['Kunderna betalade', formatSum(sums.customerPaysOre)],
    ['Avgift inkl. moms', formatSum(sums.feeOre)],
    ['Varav moms', formatSum(sums.feeVatOre)],
    ['Till er', formatSum(sums.providerGetsOre)],
  ])
  sheet.note('Avgiften är 5 % av ordinarie pris och har moms med 25 % i sig. Kunden betalar direkt till er.')
  return sheet.close()
}
