import { createMiddleware } from 'hono/factory'

/** Text types, whose Content-Type takes a charset. */
const isText = /^(text\/|[^;]*[/+]xml\s*(;|$))/i

/** Adds `charset=utf-8` to every text answer, whether ours or the router's. */
export const sayCharset = createMiddleware(async (c, next) => {
  await next()
  const type = c.res.headers.get('Content-Type')
  if (type && isText.test(type) && !/;\s*charset=/i.test(type)) {
    c.res.headers.set('Content-Type', `${type}; charset=utf-8`)
  }
})
