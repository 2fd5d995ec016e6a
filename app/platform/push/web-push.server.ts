import webPush from 'web-push'
import type { VapidKeys } from '../channel-config.server'
import { ask, isAnswer } from '../http/outward.server'
import type { PushDelivery, PushSender } from './push.server'

const patience = 10_000
const fourHours = 4 * 3600

/** Web push: encrypted for the browser alone (RFC 8291), signed by us (RFC 8292). */
export function openWebPush(keys: VapidKeys, services: readonly string[]): PushSender {
  const accepts = (endpoint: string) => isPushService(endpoint, services)
  return {
    name: 'webpush',
    leavesTheHouse: true,
    publicKey: keys.publicKey,
    accepts,
    async send({ to, payload, urgency = 'normal', lifeSeconds = fourHours }): Promise<PushDelivery> {
      // The address came from a browser: it must not make us ask around in the operator's own network.
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
      // Shown twice it takes its own place on the screen: another try does no harm.
      return { kind: 'temporary', reason: asked.reason }
    },
  }
}

/** What the client of HTTP counts by itself may not be given. */
function headersOf(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.toLowerCase() === 'content-length' ? [] : [[name, String(value)]],
    ),
  )
}

/** 404 and 410: nobody is there any more. 400 and 413: this push as it is. The rest may be better later. */
function answerOf(status: number): PushDelivery {
  if (status >= 200 && status < 300) return { kind: 'delivered' }
  const reason = `push ${status}`
  if (status === 404 || status === 410) return { kind: 'permanent', reason, gone: true }
  return { kind: status === 400 || status === 413 ? 'permanent' : 'temporary', reason }
}

/** `services` are hosts, with * for any name in front, or whole origins for a service without TLS on loopback. */
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
