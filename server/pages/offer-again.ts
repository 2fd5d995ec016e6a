import type { Context, MiddlewareHandler } from 'hono'
import { isSecret } from '~/shared/form'
import { wellFormed } from '~/shared/text'
import type { Env } from '../door/door-env'
import { isForPrograms } from '../door/for-programs'
import { escaped } from './escaped'
import { awayPage, isPlainPage } from './plain-pages'

/** Not now, but soon: nobody to ask, too many at a time, no room. */
const notNow = [503, 507]

/**
 * A form that the server could not take now, sent without scripts: the page that says so has all that was sent in a form of its
 * own, for whoever sends it again. It does nothing by itself, since what was sent may have been carried out. With scripts the
 * form stays where it is (app/live/parts/keep-what-is-typed.ts).
 */
export function offerAgain(): MiddlewareHandler<Env> {
  return async (c, next) => {
    await next()
    const { status, headers } = c.res
    if (!notNow.includes(status) || c.req.method !== 'POST' || isForScripts(c)) return
    if (!headers.get('content-type')?.startsWith('text/html')) return
    const form = await formAgain(c)
    if (form === null) return
    // What is compressed is too long to be one of the door's own (compress.ts).
    const said = headers.has('content-encoding') ? '' : await c.res.text()
    // A page with scripts would come back by itself, without what was sent.
    const page = isPlainPage(said) ? said : awayPage()
    const kept = ['retry-after', 'connection'].flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value] as const]
    })
    // Nothing of the answer that it takes the place of, such as how that was compressed.
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
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(wellFormed(value))}">`,
  )
  const { pathname, search } = new URL(c.req.url)
  const encoding = type.startsWith('multipart/') ? ' enctype="multipart/form-data"' : ''
  const leftOut = kept.length < all.length ? ' Lösenord, koder och filer följer inte med.' : ''
  return `<form method="post" action="${escaped(pathname + search)}"${encoding}>${hidden.join('')}
<p>Det du skickade är kvar här så länge sidan är öppen.${leftOut}</p>
<p><button>Skicka igen</button></p></form>
`
}
