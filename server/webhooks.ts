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

/** Where the SMS provider reports how it went with a message of ours. The secret is in the query, which no log has. */
export function reportAddress(origin: string, secret: string): (id: string, attempt: number) => string {
  return (id, attempt) =>
    `${origin}${folder}/report?${new URLSearchParams({ [secretKey]: secret, ref: id, try: String(attempt) })}`
}

/** What the alarms do with what comes by SMS. */
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
 * For the SMS provider. Without the secret there is nothing here. Answers are empty, since a body would be sent as
 * an SMS; a fault of ours is 500, and then the provider says it again for hours.
 */
export function webhookRoutes(house: House & { webhookKey: KnownKey }, alarms: Alarms) {
  const app = new Hono()

  // Before anything is read: a stranger's body is not ours to wait for.
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
    // "sent" says no more than the answer did.
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

/** Whether it is the SMS provider that asks, by the secret that only it was given. */
export function hasProvidersKey({ webhookKey }: { webhookKey: KnownKey }, c: Context): boolean {
  return c.req.path.startsWith(`${folder}/`) && webhookKey.fits(c.req.query(secretKey))
}
