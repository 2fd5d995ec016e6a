import { createTransport } from 'nodemailer'
import { hostOf, isLoopback } from '../mode.server'
import type { Delivery, MailSender } from './mail.server'

const patience = 20_000

/** Requires TLS: from the start (smtps) or by STARTTLS. Except to a server on this machine. */
export function openSmtp(url: string, from: string): MailSender {
  const limits = { connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience }
  const transport = createTransport({ url, ...limits, requireTLS: !isLoopback(hostOf(url)) }, { from })
  const domain = from.split('@').at(-1)?.replace('>', '') ?? 'localhost'
  return {
    name: 'smtp',
    leavesTheHouse: true,
    async send(mail, id) {
      try {
        // A retry carries the same Message-ID, so that a mail program shows a duplicate only once.
        const message = { from, to: mail.recipient, subject: mail.subject, text: mail.text, html: mail.html }
        await transport.sendMail({ ...message, messageId: `<${id}@${domain}>` })
        return { kind: 'delivered' }
      } catch (error) {
        return refusal(error as Refused)
      }
    },
  }
}

type Refused = Error & { responseCode?: number; response?: string; command?: string; code?: string }

/**
 * Permanent only if the refusal is about this recipient or this content. A refused login, an unverified sender, an
 * exhausted quota or a server without TLS is for the operator to fix; until then confirmations and recoveries wait.
 */
function refusal(error: Refused): Delivery {
  const code = error.responseCode
  const kind = isAboutThisMail(error) ? 'permanent' : 'temporary'
  return { kind, reason: code ? `SMTP ${code}` : (error.code ?? 'no answer') }
}

/**
 * RFC 3463 codes 5.x.y about the recipient's address or mailbox, a message that is too large, or content. 5.1.7 and
 * 5.1.8 are about the sender.
 */
const aboutThisMail = /^5\.(1\.[0-69]|2\.\d+|3\.4|6\.\d+)$/

function isAboutThisMail({ responseCode = 0, response = '', command = '' }: Refused): boolean {
  if (command !== 'RCPT TO' && command !== 'DATA') return false
  const [, detail] = /^5\d\d[ -](5\.\d+\.\d+)/.exec(response) ?? []
  return detail ? aboutThisMail.test(detail) : responseCode >= 550 && responseCode <= 554
}
