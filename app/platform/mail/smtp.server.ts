import { createTransport } from 'nodemailer'
import { hostOf, isLoopback } from '../mode.server'
import type { Delivery, MailSender } from './mail.server'

const patience = 20_000

/** Over TLS from the first word (smtps) or before anything is said (STARTTLS), except on this machine itself. */
export function openSmtp(url: string, from: string): MailSender {
  const limits = { connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience }
  const transport = createTransport({ url, ...limits, requireTLS: !isLoopback(hostOf(url)) }, { from })
  const domain = from.split('@').at(-1)?.replace('>', '') ?? 'localhost'
  return {
    name: 'smtp',
    leavesTheHouse: true,
    async send(mail, id) {
      try {
        // The same message, tried twice, carries the same identifier: a mail program shows it once.
        const message = { from, to: mail.recipient, subject: mail.subject, text: mail.text, html: mail.html }
        await transport.sendMail({ ...message, messageId: `<${id}@${domain}>` })
        return { kind: 'delivered' }
      } catch (error) {
        return refusal(error as Error & { responseCode?: number; code?: string })
      }
    },
  }
}

/** What an operator puts right: a login that is refused, a server that does not speak TLS. */
const operators = ['EAUTH', 'ETLS']

/** SMTP's own rule: 5xx will not get better, 4xx and silence may. */
function refusal(error: Error & { responseCode?: number; code?: string }): Delivery {
  const code = error.responseCode
  const kind = code !== undefined && code >= 500 && !operators.includes(error.code ?? '') ? 'permanent' : 'temporary'
  return { kind, reason: code ? `SMTP ${code}` : (error.code ?? 'no answer') }
}
