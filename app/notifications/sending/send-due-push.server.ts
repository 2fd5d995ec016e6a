import type { PushSender } from '~/platform/push/push.server'
import { deleteSubscription, readSubscription } from '../choices/push-store.server'
import { type Ports, sendDue } from './send-due.server'

/** The recipient of a push is a browser, by its subscription's id. */
export function sendDuePush(ports: Ports & { push: PushSender }): Promise<number> {
  const { db, push } = ports
  return sendDue(ports, {
    channel: 'push',
    leavesTheHouse: push.leavesTheHouse,
    async send({ recipient, kind, subject, text, path }) {
      const to = await readSubscription(db, recipient)
      if (!to) return { kind: 'permanent', reason: 'push: the browser is not registered any more' }
      const delivery = await push.send({
        to,
        payload: { kind, path: path ?? '/dashboard', title: subject, body: text },
      })
      if (delivery.kind === 'permanent' && delivery.gone) await deleteSubscription(db, recipient)
      return delivery
    },
  })
}
