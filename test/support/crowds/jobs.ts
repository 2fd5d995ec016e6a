import type { Job } from '~/statements/statement'

/** A completed booking as a company's statement has it. */
export const aJob = (given: Partial<Job> = {}): Job => ({
  id: 'b1',
  startsAt: new Date('2026-11-20T08:00:00Z'),
  title: 'Hemstäd',
  list: 600_00,
  discount: 60_00,
  customerPays: 540_00,
  fee: 30_00,
  providerGets: 510_00,
  ...given,
})
