import type { Clock } from '../clock.server'
import { type FileName, type Files, FilesUnavailable, typeOf } from './files.server'
import { type S3Request, signS3Request } from './sign-s3-request'

export type S3Place = { endpoint: string; bucket: string; key: string; secret: string; region: string }

/** Timeout; somebody is waiting for the page. */
const patience = 10_000

/** Files in a bucket of an S3-compatible server, with path-style addresses, which all such servers understand. */
export function openS3Files(place: S3Place, clock: Clock): Files {
  const addressOf = (name: FileName) => new URL(`${place.endpoint.replace(/\/$/, '')}/${place.bucket}/${name}`)

  async function ask(request: S3Request, fine: number[]): Promise<Response> {
    const { method, url, body } = request
    const headers = signS3Request(request, place, clock.now())
    const answer = await fetch(url, {
      method,
      headers,
      body: body ? new Uint8Array(body) : null,
      signal: AbortSignal.timeout(patience),
      // A redirect would carry our signature to another server.
      redirect: 'error',
    }).catch((error: Error) => {
      throw new FilesUnavailable(`S3 ${method}: ${error.name}`)
    })
    if (fine.includes(answer.status)) return answer
    await answer.body?.cancel()
    throw new FilesUnavailable(`S3 ${method}: status ${answer.status}`)
  }

  return {
    name: 's3',
    async put(name, bytes) {
      const answer = await ask(
        { method: 'PUT', url: addressOf(name), headers: { 'content-type': typeOf(name) }, body: bytes },
        [200],
      )
      await answer.body?.cancel()
    },
    async get(name) {
      const answer = await ask({ method: 'GET', url: addressOf(name) }, [200, 404])
      if (answer.status === 200) return new Uint8Array(await answer.arrayBuffer())
      await answer.body?.cancel()
      return null
    },
    async remove(name) {
      const answer = await ask({ method: 'DELETE', url: addressOf(name) }, [200, 204, 404])
      await answer.body?.cancel()
    },
  }
}
