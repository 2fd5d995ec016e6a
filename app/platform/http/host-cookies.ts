/**
 * Over https every cookie of ours has the `__Host-` prefix: the browser accepts it only from this exact host over
 * https, so that neither a sibling subdomain nor a man in the middle can set a cookie for a person. Inside the product
 * cookies have plain names; the door adds and removes the prefix for all of them.
 */
const mark = '__Host-'

/** The request's cookies with their plain names. Cookies without the prefix are dropped: they are not ours. */
export function cookiesInwards(given: string): string {
  const pairs = given.split(';').map((pair) => pair.trim())
  return pairs.flatMap((pair) => (pair.startsWith(mark) ? [pair.slice(mark.length)] : [])).join('; ')
}

/** A `Set-Cookie` header for the response, with the prefix. */
export function cookieOutwards(line: string): string {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const kept = attributes.filter((attribute) => !/^(path|domain|secure)\b/i.test(attribute))
  return [mark + pair, 'Path=/', 'Secure', ...kept].join('; ')
}
