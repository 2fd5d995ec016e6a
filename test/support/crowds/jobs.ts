import type { Job } from '~/statements/statement'

/** A completed booking as a line of a company's statement. */
export const aJob = (given: Partial<Job> = {}): Job => ({
  id: 'b1',
  kind: 'fee',
  startsAt: new Date('2026-11-20T08:00:00Z'),
  title: 'Hemstäd',
  listOre: 600_00,
  discountOre: 60_00,
  customerPaysOre: 540_00,
  feeOre: 30_00,
  providerGetsOre: 510_00,
  ...given,
})
