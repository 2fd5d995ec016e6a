/** Addresses whose posts come from programs, which report a malformed body in their own format. */
const isForPrograms = (page: string) => /^\/(webhooks\/(stripe$|swish\/)|api\/)/.test(page)

/** A list of charges with a checkbox each is the longest form there is; a picture comes with two or three fields. */
const mostFields = 5_000
const mostParts = 100
/**
 * Maximum percent signs and pluses: sixty pages of Swedish. Decoding a megabyte of them takes the page a third of a
 * second.
 */
const mostEscapes = 100_000
/** Maximum bytes of a part's headers: its name and a file name. */
const longestHeading = 2_000

/** The two expensive parsers, injected so that tests can count their calls. */
export const pieces = {
  ofWords: (words: string): unknown => decodeURIComponent(words),
  ofParts: (type: string, body: Uint8Array<ArrayBuffer>) =>
    new Response(body, { headers: { 'content-type': type } }).formData(),
}

/**
 * Whether a body can be parsed, before anything acts on it: 'ok', or the status to answer. A browser sends one of two
 * form encodings, in UTF-8, and never a broken one. The pieces are counted before parsing: a few MB of tiny ones
 * blocked the process, and every alarm, for a quarter of a minute.
 * The parsed form is not passed on, so the page parses it again (read-form.server.ts). Nearly every form is urlencoded,
 * and is only decoded here; multipart carries pictures. Passing it on would need a map by request shared between the
 * built pages and this server, which are bundled apart, and a request that is cloned on the way would lose it.
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

/** Whether all percent signs begin a valid escape and the bytes are UTF-8. */
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

/** Single pass over the bytes. */
function isTooMuch(body: Uint8Array): boolean {
  let [fields, escapes] = [1, 0]
  for (const byte of body) {
    if (byte === ampersand) fields++
    else if (byte === percent || byte === plus) escapes++
  }
  return fields > mostFields || escapes > mostEscapes
}

/** Whether there are few parts: each begins with the boundary, and an empty line ends its headers. */
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
    // Invalid UTF-8 is decoded to the replacement character. Refused unless the sender wrote that character.
    const hasOdd = [...form.values()].some((value) => typeof value === 'string' && value.includes(unreadable))
    return !hasOdd || Buffer.from(body).includes(unreadable)
  } catch {
    return false
  }
}
