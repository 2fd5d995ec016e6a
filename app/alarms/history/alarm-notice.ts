import { z } from 'zod'
import { anId } from '~/shared/id'

/**
 * Payload of a NOTIFY on channel `alarms` about a changed alarm, heard by the pages and the engine of every process.
 */
export const alarmNotice = z.object({
  alarm: anId(),
  test: z.boolean().default(false),
  /** Set when only messages went out or a position was added: of interest to pages, not to the engine. */
  what: z.enum(['sent', 'position']).optional(),
})
