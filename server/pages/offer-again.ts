import type { Context, MiddlewareHandler } from 'hono'
import { isSecret } from '~/shared/form'
import { escapeHtml, wellFormed } from '~/shared/text'
import type { Env } from '../door/door-env'
import { isForPrograms } from '../door/for-programs'
import { awayPage, isPlainPage } from './plain-pages'

/** Statuses of temporary refusals: no database, too many requests, no disk space. */
const notNow = [503, 507]

/**
 * A form sent without JavaScript that the server could not take now: the error page gets a form with everything that
 * was sent, for the person to send again. It is never resent automatically, since it may have been carried out. With
 * JavaScript the form stays in place (app/live/parts/keep-what-is-typed.ts).
 */
export function offerAgain(): MiddlewareHandler<Env> {
  return async (c, next) => {
    await next()
    const { status, headers } = c.res
    if (!notNow.includes(status) || c.req.method !== 'POST' || isForScripts(c)) return
    if (!headers.get('content-type')?.startsWith('text/html')) return
    const form = await formAgain(c)
    if (form === null) return
    // The door's own error pages are too short to be compressed (compress.ts).
    const said = headers.has('content-encoding') ? '' : await c.res.text()
    // A page with scripts would reload itself without the posted values, so the plain error page is used.
    const page = isPlainPage(said) ? said : awayPage()
    const kept = ['retry-after', 'connection'].flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value] as const]
    })
    // Drops the headers of the replaced answer, such as its Content-Encoding.
    c.res = undefined
    const own = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store', ...Object.fromEntries(kept) }
    c.res = new Response(
      page.replace('</main>', () => `${form}</main>`),
      { status, headers: own },
    )
  }
}

const isForScripts = (c: Context<Env>) => c.req.path.endsWith('.data') || isForPrograms(c.get('page') ?? '')

async function formAgain(c: Context<Env>): Promise<string | null> {
  const sent = c.get('sent')
  const type = c.req.header('content-type')
  if (!sent || !type) return null
  const fields = await new Response(sent, { headers: { 'content-type': type } }).formData().catch(() => null)
  if (!fields) return null
  const all = [...fields]
  const typed = all.filter((field): field is [string, string] => typeof field[1] === 'string')
  const kept = typed.filter(([name]) => !isSecret(name))
  const hidden = kept.map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(wellFormed(value))}">`,
  )
  const { pathname, search } = new URL(c.req.url)
  const encoding = type.startsWith('multipart/') ? ' enctype="multipart/form-data"' : ''
  const leftOut = kept.length < all.length ? ' Lösenord, koder och filer följer inte med.' : ''
  return `<form method="post" action="${escapeHtml(pathname + search)}"${encoding}>${hidden.join('')}
<p>Det du skickade är kvar här så länge sidan är öppen.${leftOut}</p>
<p><button>Skicka igen</button></p></form>
`
}
