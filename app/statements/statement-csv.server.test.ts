import { expect, test } from 'vitest'
import { aJob } from '../../test/support/crowds/jobs'
import { statementCsv } from './statement-csv.server'

test('the statement CSV has local times and is safe from CSV injection', async () => {
  const jobs = [aJob(), aJob({ title: '=HYPERLINK("x";"y")', startsAt: new Date('2026-07-01T08:00:00Z') })]
  const lines: string[] = []
  for await (const line of statementCsv(jobs)) lines.push(line)
  const [head, first, second] = lines
  expect(head?.startsWith('Datum;Tid;Tjänst')).toBe(true)
  expect(first).toBe('2026-11-20;09:00;Hemstäd;600,00;60,00;540,00;30,00;510,00;b1\r\n')
  expect(second).toContain('2026-07-01;10:00;"\'=HYPERLINK(""x"";""y"")"')
})
