import { z } from 'zod'
import { anId } from '~/shared/id'

/** What is said on the channel `alarms` of a change; pages and engines of every process hear it. */
export const alarmNotice = z.object({
  alarm: anId(),
  test: z.boolean().default(false),
  /** Only that messages went out, or where the phone is by now: for pages, and nothing the engine has to look at. */
  what: z.enum(['sent', 'position']).optional(),
})
