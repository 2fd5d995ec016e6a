import { createHash, createHmac } from 'node:crypto'

/** AWS Signature Version 4 for one request to an S3-compatible server. Pure: the time is an argument. */
export type S3Request = {
  method: 'GET' | 'PUT' | 'DELETE'
  url: URL
  /** Further headers to be signed, with lower-case names. */
  headers?: Record<string, string>
  body?: Uint8Array
}

export type S3Signer = { key: string; secret: string; region: string }

/** All headers to send, including the signature. Everything sent is signed. */
export function signS3Request(request: S3Request, signer: S3Signer, now: Date): Record<string, string> {
  const moment = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const bodyHash = sha256(request.body ?? '')
  const signed = {
    ...request.headers,
    host: request.url.host,
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': moment,
  }
  const lines = Object.entries(signed).sort(([one], [other]) => (one < other ? -1 : 1))
  const names = lines.map(([name]) => name)
  const canonical = [
    request.method,
    canonicalPath(request.url),
    canonicalQuery(request.url),
    ...lines.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    names.join(';'),
    bodyHash,
  ].join('\n')

  const scope = `${moment.slice(0, 8)}/${signer.region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', moment, scope, sha256(canonical)].join('\n')
  const key = scope.split('/').reduce<Buffer>((above, part) => hmac(above, part), Buffer.from(`AWS4${signer.secret}`))
  const signature = hmac(key, toSign).toString('hex')
  const { host: _, ...sent } = signed
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${signer.key}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  }
}

/**
 * The URL class leaves characters like "!'()*" unescaped; AWS requires every byte except unreserved ones to be escaped.
 */
function canonicalPath(url: URL): string {
  return decodeURIComponent(url.pathname).split('/').map(escaped).join('/')
}

function canonicalQuery(url: URL): string {
  return [...url.searchParams]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join('&')
}

function escaped(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
