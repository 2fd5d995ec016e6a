import { createMiddleware } from 'hono/factory'

/** Types that are read as text in some encoding, and ask for its name. */
const isText = /^(text\/|[^;]*[/+]xml\s*(;|$))/i

/** Everything here is UTF-8, and every answer that is text says so, whoever of us or the router wrote it. */
export const sayCharset = createMiddleware(async (c, next) => {
  await next()
  const type = c.res.headers.get('Content-Type')
  if (type && isText.test(type) && !/;\s*charset=/i.test(type)) {
    c.res.headers.set('Content-Type', `${type}; charset=utf-8`)
  }
})
