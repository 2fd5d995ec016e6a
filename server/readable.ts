/** What programs post, or post by mistake: what is wrong with it is told in their own way. */
const isForPrograms = (page: string) => page === '/webhooks/stripe' || page.startsWith('/api/')

/**
 * Whether what was sent can be read, before anyone acts on half of it: 'ok', or what to answer. A browser sends one
 * of two kinds of form, in UTF-8, and never sends one that is broken.
 */
export async function readabilityOf(
  page: string,
  headers: Headers,
  body: Uint8Array<ArrayBuffer>,
): Promise<'ok' | 400 | 415> {
  if (headers.has('content-encoding')) return 415
  if (isForPrograms(page)) return 'ok'
  const type = headers.get('content-type') ?? ''
  if (/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return isReadable(body) ? 'ok' : 400
  if (!/^multipart\/form-data\s*;/i.test(type)) return 415
  return (await isWholeMultipart(type, body)) ? 'ok' : 400
}

/** Every percent sign begins a byte, and the bytes are UTF-8. */
function isReadable(body: Uint8Array): boolean {
  try {
    decodeURIComponent(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return true
  } catch {
    return false
  }
}

const unreadable = '\uFFFD'

async function isWholeMultipart(type: string, body: Uint8Array<ArrayBuffer>): Promise<boolean> {
  try {
    const form = await new Response(body, { headers: { 'content-type': type } }).formData()
    // Bytes that are no UTF-8 are read as this sign. Somebody may also have written it.
    const hasOdd = [...form.values()].some((value) => typeof value === 'string' && value.includes(unreadable))
    return !hasOdd || Buffer.from(body).includes(unreadable)
  } catch {
    return false
  }
}
