import { z } from 'zod'
import { declineReasons } from '~/alarms/public'
import { namesOf } from '~/shared/chosen'
import { tooLong } from '~/shared/fields'
import { anId } from '~/shared/id'
import { systemAlarm } from '../system-alarm'

/**
 * The schemas of requests and answers. They validate requests, and `describe.ts` generates the OpenAPI description from
 * them.
 */

export const openAlarms = z.object({
  alarms: z.array(systemAlarm).describe('Äldst först.'),
  notCalled: z
    .string()
    .nullable()
    .describe('Varför ni inte får några larm just nu, med samma ord som på er sida. null: ni får larm.'),
})

/** An idempotency key, as a header can carry it. */
export const requestName = /^[!-~]{1,255}$/

export const nothing = z.strictObject({})

export const rejection = z.strictObject({
  reason: z
    .enum(namesOf(declineReasons), { error: 'Välj en av de fyra anledningarna' })
    .describe('busy: upptagna med annat. far: för långt bort. nobody: ingen kan åka. other: av annat skäl.'),
})

export const closing = z.strictObject({
  outcome: z
    .enum(['resolved', 'false_alarm'], { error: 'Välj resolved eller false_alarm' })
    .describe('resolved: avslutat. false_alarm: falskt larm.'),
  note: z.string().max(4000, tooLong(4000)).optional().describe('Hur det slutade. Den som larmade ser det.'),
  press: anId('Skicka larmets lastPress')
    .nullish()
    .describe('Larmets lastPress, så att ett larm som har larmats igen inte avslutas osett.'),
})

/** Problem details, RFC 9457. */
export const problemShape = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().describe('Vad som är fel och vad ni kan göra, på svenska.'),
  errors: z.array(z.object({ pointer: z.string().describe('Var i det ni skickade.'), detail: z.string() })).optional(),
})

export type ProblemErrors = NonNullable<z.output<typeof problemShape>['errors']>
