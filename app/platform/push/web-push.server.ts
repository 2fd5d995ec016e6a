import webPush from 'web-push'
import type { VapidKeys } from '../channel-config.server'
import { ask, isAnswer } from '../http/outward.server'
import type { PushDelivery, PushSender } from './push.server'

const patience = 10_000
const fourHours = 4 * 3600

/** Web push: encrypted for the one browser (RFC 8291), signed by us (RFC 8292). */
export function openWebPush(keys: VapidKeys, services: readonly string[]): PushSender {
  const accepts = (endpoint: string) => isPushService(endpoint, services)
  return {
    name: 'webpush',
    leavesTheHouse: true,
    publicKey: keys.publicKey,
    accepts,
    async send({ to, payload, urgency = 'normal', lifeSeconds = fourHours }): Promise<PushDelivery> {
      // SSRF: the endpoint came from a browser and must not lead into the operator's own network.
      if (!accepts(to.endpoint)) return { kind: 'permanent', reason: 'push: not a push service', gone: true }
      let details: ReturnType<typeof webPush.generateRequestDetails>
      try {
        details = webPush.generateRequestDetails(
          { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } },
          JSON.stringify(payload),
          { vapidDetails: keys, TTL: lifeSeconds, urgency },
        )
      } catch {
        return { kind: 'permanent', reason: 'push: keys that nothing can be encrypted with', gone: true }
      }
      const { method, headers, body } = details
      const asked = await ask(to.endpoint, { method, headers: headersOf(headers), body: body ?? undefined }, patience)
      if (isAnswer(asked)) return answerOf(asked.status)
      // Also if the result is unknown: a duplicate replaces the first on the screen, so a retry is harmless.
      return { kind: 'temporary', reason: asked.reason }
    },
  }
}

/** Drops content-length, which the HTTP client computes itself. */
function headersOf(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.toLowerCase() === 'content-length' ? [] : [[name, String(value)]],
    ),
  )
}

/** 404 and 410: the subscription is gone. 400 and 413: this push is invalid. All others are temporary. */
function answerOf(status: number): PushDelivery {
  if (status >= 200 && status < 300) return { kind: 'delivered' }
  const reason = `push ${status}`
  if (status === 404 || status === 410) return { kind: 'permanent', reason, gone: true }
  return { kind: status === 400 || status === 413 ? 'permanent' : 'temporary', reason }
}

/** `services`: hosts, with * for any subdomain, or whole origins for a service without TLS on loopback. */
function isPushService(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, origin, username, port } = new URL(endpoint)
  if (username) return false
  return services.some((service) => {
    if (service.includes('://')) return service === origin
    if (protocol !== 'https:' || port !== '') return false
    return service.startsWith('*.') ? hostname.endsWith(service.slice(1)) : hostname === service
  })
}
