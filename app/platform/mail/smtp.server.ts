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
        return refusal(error as Refused)
      }
    },
  }
}

type Refused = Error & { responseCode?: number; response?: string; command?: string; code?: string }

/**
 * Final is only what is about this recipient or these words. A login that is refused, a sender that nobody has verified, a quota that is
 * used up, a server without TLS: an operator puts them right, and the mails that were confirmations and recoveries leave then.
 */
function refusal(error: Refused): Delivery {
  const code = error.responseCode
  const kind = isAboutThisMail(error) ? 'permanent' : 'temporary'
  return { kind, reason: code ? `SMTP ${code}` : (error.code ?? 'no answer') }
}

/** RFC 3463, of 5.x.y: the recipient's address and mailbox, a message that is too large, content. 5.1.7 and 5.1.8 are about the sender's. */
const aboutThisMail = /^5\.(1\.[0-69]|2\.\d+|3\.4|6\.\d+)$/

function isAboutThisMail({ responseCode = 0, response = '', command = '' }: Refused): boolean {
  if (command !== 'RCPT TO' && command !== 'DATA') return false
  const [, detail] = /^5\d\d[ -](5\.\d+\.\d+)/.exec(response) ?? []
  return detail ? aboutThisMail.test(detail) : responseCode >= 550 && responseCode <= 554
}
