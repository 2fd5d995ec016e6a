import type { Context, MiddlewareHandler } from 'hono'
import { whereIn } from '~/alarms/public.server'
import { typedValues } from '~/shared/form'
import type { Env } from '../door/door-env'
import { alarmAwayPage, readOfflinePage, type Untaken } from './alarm-away-page'
import { comeBackS } from './plain-pages'

const alarmPath = '/dashboard/customer/safety'

/** On the alarm's page nothing but the alarm counts: whatever has failed, the answer is a form that keeps it. */
export function keepPress(): MiddlewareHandler<Env> {
  let template: string | null = null
  return async (c, next) => {
    await next()
    const { status } = c.res
    if (c.get('page') !== alarmPath || status < 500 || c.req.path !== alarmPath) return
    template ??= readOfflinePage()
    const page = alarmAwayPage(template, await untakenOf(c))
    // Nothing of the answer that it takes the place of, such as how that was compressed.
    c.res = undefined
    const headers = { 'Cache-Control': 'no-store', 'Retry-After': String(comeBackS) }
    c.res = new Response(page, { status, headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers } })
  }
}

/** What was written on the alarm's page goes back with the page that says that it is not sent. */
async function untakenOf(c: Context<Env>): Promise<Untaken | null> {
  const sent = c.get('sent')
  const type = c.req.header('content-type')
  if (!sent || !type) return null
  const form = await new Response(sent, { headers: { 'content-type': type } }).formData().catch(() => null)
  const values: Record<string, string> = form ? typedValues(form) : {}
  const { intent, key = '', message = '', test } = values
  return intent === 'raise' ? { key, message, isTest: test === 'on', where: whereIn((name) => values[name]) } : null
}
