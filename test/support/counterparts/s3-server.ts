import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * An S3 server on loopback: PUT, GET and DELETE in one bucket, in memory. It verifies Signature Version 4 on the bytes
 * received, without code of the product.
 */
export type S3Server = {
  endpoint: string
  objects: Map<string, { bytes: Buffer; type: string }>
  /** The status of every answer while it is set. */
  broken: number | null
  close(): Promise<void>
}

export type S3Account = { bucket: string; key: string; secret: string; region: string }

const clockSkew = 15 * 60_000

export async function startS3(account: S3Account): Promise<S3Server> {
  const http = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const server: S3Server = {
    endpoint: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    objects: new Map(),
    broken: null,
    async close() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const say = (status: number, code = '') => {
      response.writeHead(status, { 'content-type': 'application/xml' })
      response.end(code ? `<?xml version="1.0"?><Error><Code>${code}</Code></Error>` : '')
    }
    if (server.broken !== null) return say(server.broken, 'InternalError')
    const refusal = refuse(request, body, account)
    if (refusal) return say(403, refusal)

    const [bucket, ...rest] = (request.url ?? '').slice(1).split('/')
    const key = rest.join('/')
    if (bucket !== account.bucket) return say(404, 'NoSuchBucket')
    if (request.method === 'PUT') {
      server.objects.set(key, { bytes: body, type: request.headers['content-type'] ?? '' })
      return say(200)
    }
    if (request.method === 'DELETE') {
      server.objects.delete(key)
      return say(204)
    }
    const object = server.objects.get(key)
    if (!object) return say(404, 'NoSuchKey')
    response.writeHead(200, { 'content-type': object.type })
    response.end(object.bytes)
  }
  return server
}

/** The S3 error code for a wrong signature, or null. */
function refuse(request: IncomingMessage, body: Buffer, account: S3Account): string | null {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/
  const parts = pattern.exec(request.headers.authorization ?? '')
  if (!parts) return 'AccessDenied'
  const [, key = '', day = '', region = '', signedNames = '', signature = ''] = parts
  if (key !== account.key) return 'InvalidAccessKeyId'
  if (region !== account.region) return 'AuthorizationHeaderMalformed'

  const moment = String(request.headers['x-amz-date'] ?? '')
  const at = Date.parse(moment.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(Date.now() - at) < clockSkew) || !moment.startsWith(day)) return 'RequestTimeTooSkewed'
  const bodyHash = createHash('sha256').update(body).digest('hex')
  if (request.headers['x-amz-content-sha256'] !== bodyHash) return 'XAmzContentSHA256Mismatch'

  const names = signedNames.split(';')
  const mustBeSigned = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))]
  if (mustBeSigned.some((name) => !names.includes(name))) return 'AccessDenied'
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const headers = names.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`).join('')
  const canonical = `${request.method}\n${path}\n${query.split('&').sort().join('&')}\n${headers}\n${signedNames}\n${bodyHash}`
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = `AWS4-HMAC-SHA256\n${moment}\n${scope}\n${createHash('sha256').update(canonical).digest('hex')}`
  const mac = (secret: string | Buffer, text: string) => createHmac('sha256', secret).update(text).digest()
  const expected = mac(mac(mac(mac(mac(`AWS4${account.secret}`, day), region), 's3'), 'aws4_request'), toSign)
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch'
}
