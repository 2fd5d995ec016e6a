/**
 * Under https every cookie of ours is a `__Host-` one: a browser takes it from this very host alone, over https alone,
 * so that no other site under the same domain, and nobody on the line, can give a person a cookie. Inside the house
 * cookies have plain names; the door, where all of them pass, writes and reads the other ones.
 */
const mark = '__Host-'

/** What came in, by the names that the house knows. One without the mark is not from us. */
export function cookiesInwards(given: string): string {
  const pairs = given.split(';').map((pair) => pair.trim())
  return pairs.flatMap((pair) => (pair.startsWith(mark) ? [pair.slice(mark.length)] : [])).join('; ')
}

/** A `Set-Cookie` on its way out. */
export function cookieOutwards(line: string): string {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const kept = attributes.filter((attribute) => !/^(path|domain|secure)\b/i.test(attribute))
  return [mark + pair, 'Path=/', 'Secure', ...kept].join('; ')
}
