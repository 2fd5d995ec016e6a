import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { type Report, receiveSms, recordReport } from '~/notifications/public.server'
import type { House } from '~/platform/house.server'
import type { KnownKey } from '~/platform/known-key.server'
import { anId } from '~/shared/id'
import { wellFormed } from '~/shared/text'

const folder = '/webhooks/sms'
const secretKey = 'key'
const largestForm = 20_000

/** The callback address for delivery reports of one message. The secret is in the query, which is never logged. */
export function reportAddress(origin: string, secret: string): (id: string, attempt: number) => string {
  return (id, attempt) =>
    `${origin}${folder}/report?${new URLSearchParams({ [secretKey]: secret, ref: id, try: String(attempt) })}`
}

/** The handlers of the alarms slice. */
type Alarms = { report(house: House, report: Report): Promise<unknown> }

const name = z.string().min(1).max(100).transform(wellFormed)
const replyForm = z.object({
  id: name,
  from: z.string().min(1).max(40).transform(wellFormed),
  message: z.string().max(2000).default('').transform(wellFormed),
})
const reportForm = z.object({ id: name, status: z.string() })
const reference = anId().nullable().catch(null)
const attempt = z.coerce.number().int().min(1).max(1000).nullable().catch(null)

/**
 * Webhooks of the SMS provider. Without the secret they answer 404. Answers have no body, since a body would be sent as
 * an SMS. Our own faults are answered with 500, which the provider retries for hours.
 */
export function webhookRoutes(house: House & { webhookKey: KnownKey }, alarms: Alarms) {
  const app = new Hono()

  // Checked before the body is read, so that strangers cannot make the server wait for one.
  app.use(async (c, next) => {
    if (!hasProvidersKey(house, c)) return c.body(null, 404)
    return c.req.method === 'POST' ? next() : c.body(null, 405, { Allow: 'POST' })
  })
  app.use(bodyLimit({ maxSize: largestForm, onError: (c) => c.body(null, 413) }))

  app.post('/reply', async (c) => {
    const form = replyForm.safeParse(await c.req.parseBody())
    if (!form.success) return c.body(null, 400)
    const { id, from, message } = form.data
    await receiveSms(house, { providerId: id, fromPhone: from, text: message })
    return c.body(null, 204)
  })

  app.post('/report', async (c) => {
    const form = reportForm.safeParse(await c.req.parseBody())
    if (!form.success) return c.body(null, 400)
    const { id, status } = form.data
    // "sent" adds nothing to the provider's first answer.
    if (status !== 'delivered' && status !== 'failed') return c.body(null, 204)
    const report: Report = {
      providerId: id,
      reference: reference.parse(c.req.query('ref') ?? null),
      attempt: attempt.parse(c.req.query('try') ?? null),
      state: status,
    }
    await recordReport(house, report)
    await alarms.report(house, report)
    return c.body(null, 204)
  })
  return app
}

/** Whether the request comes from the SMS provider, by the secret that only the provider was given. */
export function hasProvidersKey({ webhookKey }: { webhookKey: KnownKey }, c: Context): boolean {
  return c.req.path.startsWith(`${folder}/`) && webhookKey.fits(c.req.query(secretKey))
}
