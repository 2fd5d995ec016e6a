import { z } from 'zod'

/** What is said on the channel `alarms` of a change; pages and engines of every process hear it. */
export const alarmNotice = z.object({
  alarm: z.uuid(),
  test: z.boolean().default(false),
  /** Only that messages went out: for pages, and nothing the engine has to look at. */
  what: z.literal('sent').optional(),
})
