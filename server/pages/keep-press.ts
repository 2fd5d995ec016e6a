import type { Context, MiddlewareHandler } from 'hono'
import { whereIn } from '~/alarms/public.server'
import { typedValues } from '~/shared/form'
import type { Env } from '../door/door-env'
import { alarmAwayPage, readOfflinePage, type Untaken } from './alarm-away-page'
import { comeBackS } from './plain-pages'

const alarmPath = '/dashboard/customer/safety'

/** Any error on the alarm page is answered with a form that keeps the alarm and can send it again. */
export function keepPress(): MiddlewareHandler<Env> {
  let template: string | null = null
  return async (c, next) => {
    await next()
    const { status } = c.res
    if (c.get('page') !== alarmPath || status < 500 || c.req.path !== alarmPath) return
    template ??= readOfflinePage()
    const page = alarmAwayPage(template, await untakenOf(c))
    // Drops the headers of the replaced answer, such as its Content-Encoding.
    c.res = undefined
    const headers = { 'Cache-Control': 'no-store', 'Retry-After': String(comeBackS) }
    c.res = new Response(page, { status, headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers } })
  }
}

/** The posted alarm, to be put back into the page that says it was not sent. Null if nothing was raised. */
async function untakenOf(c: Context<Env>): Promise<Untaken | null> {
  const sent = c.get('sent')
  const type = c.req.header('content-type')
  if (!sent || !type) return null
  const form = await new Response(sent, { headers: { 'content-type': type } }).formData().catch(() => null)
  const values: Record<string, string> = form ? typedValues(form) : {}
  const { intent, key = '', message = '', test } = values
  return intent === 'raise' ? { key, message, isTest: test === 'on', where: whereIn((name) => values[name]) } : null
}
