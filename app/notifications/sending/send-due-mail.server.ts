import type { MailSender } from '~/platform/mail/mail.server'
import { type Ports, sendDue } from './send-due.server'

export function sendDueMail(ports: Ports & { mail: MailSender }): Promise<number> {
  const { mail } = ports
  return sendDue(ports, {
    channel: 'mail',
    leavesTheHouse: mail.leavesTheHouse,
    send: ({ id, recipient, subject, text, html }) => mail.send({ recipient, subject, text, html: html ?? '' }, id),
  })
}
