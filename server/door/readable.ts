/** What programs post, or post by mistake: what is wrong with it is told in their own way. */
const isForPrograms = (page: string) => /^\/(webhooks\/(stripe$|swish\/)|api\/)/.test(page)

/** A list of charges, each with its box, is the longest form there is; a picture comes with two or three fields. */
const mostFields = 5_000
const mostParts = 100
/** Percent signs and pluses: sixty pages of Swedish. A megabyte of them takes the page's own reading a third of a second. */
const mostEscapes = 100_000
/** What stands before a part: its name, and the name of a file. */
const longestHeading = 2_000

/** What costs: a form is taken apart, by the one kind or the other. */
export const pieces = {
  ofWords: (words: string): unknown => decodeURIComponent(words),
  ofParts: (type: string, body: Uint8Array<ArrayBuffer>) =>
    new Response(body, { headers: { 'content-type': type } }).formData(),
}

/**
 * Whether what was sent can be read, before anyone acts on half of it: 'ok', or what to answer. A browser sends one
 * of two kinds of form, in UTF-8, and never sends one that is broken. How many pieces there are is counted before
 * they are taken apart: a few MB of the smallest held the process, and every alarm with it, for a quarter of a minute.
 *
 * What is read here is not handed on, and the page reads it once more (read-form.server.ts). A form of words, which is
 * nearly every one, is only decoded here and not taken apart; the other kind carries a company's logo. To hand it on, the
 * built pages and this server, which are bundled apart, would have to share a map by request, and a request that anybody
 * copies on the way would come without it.
 */
export async function readabilityOf(
  page: string,
  headers: Headers,
  body: Uint8Array<ArrayBuffer>,
  takeApart = pieces,
): Promise<'ok' | 400 | 415> {
  if (headers.has('content-encoding')) return 415
  if (isForPrograms(page)) return 'ok'
  const type = headers.get('content-type') ?? ''
  if (/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return isReadable(body, takeApart) ? 'ok' : 400
  const boundary = /^multipart\/form-data\s*;\s*boundary=("?)([\w'()+,./:=?-]{1,70})\1$/i.exec(type)?.[2]
  if (boundary === undefined) return 415
  return hasFewParts(Buffer.from(body.buffer, body.byteOffset, body.length), boundary) &&
    (await isWholeMultipart(type, body, takeApart))
    ? 'ok'
    : 400
}

/** Every percent sign begins a byte, and the bytes are UTF-8. */
function isReadable(body: Uint8Array, { ofWords }: typeof pieces): boolean {
  if (isTooMuch(body)) return false
  try {
    ofWords(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return true
  } catch {
    return false
  }
}

const [ampersand, percent, plus] = [...Buffer.from('&%+')]

/** One look at each byte. */
function isTooMuch(body: Uint8Array): boolean {
  let [fields, escapes] = [1, 0]
  for (const byte of body) {
    if (byte === ampersand) fields++
    else if (byte === percent || byte === plus) escapes++
  }
  return fields > mostFields || escapes > mostEscapes
}

/** Each part begins with the boundary, and after its heading there is an empty line. */
function hasFewParts(body: Buffer, boundary: string): boolean {
  const mark = `--${boundary}`
  if (isMoreThan(mostParts, body, mark)) return false
  for (let at = body.indexOf(mark); at !== -1; at = body.indexOf(mark, at + mark.length)) {
    const heading = body.subarray(at + mark.length, at + mark.length + longestHeading)
    if (heading.length === longestHeading && !heading.includes('\r\n\r\n')) return false
  }
  return true
}

function isMoreThan(most: number, body: Buffer, sign: string): boolean {
  let count = 0
  for (let at = body.indexOf(sign); at !== -1 && count <= most; at = body.indexOf(sign, at + sign.length)) count++
  return count > most
}

const unreadable = '\uFFFD'

async function isWholeMultipart(
  type: string,
  body: Uint8Array<ArrayBuffer>,
  { ofParts }: typeof pieces,
): Promise<boolean> {
  try {
    const form = await ofParts(type, body)
    // Bytes that are no UTF-8 are read as this sign. Somebody may also have written it.
    const hasOdd = [...form.values()].some((value) => typeof value === 'string' && value.includes(unreadable))
    return !hasOdd || Buffer.from(body).includes(unreadable)
  } catch {
    return false
  }
}
