import { putBack } from '~/outbox/outbox-secret'
import type { House } from '~/platform/house.server'
import type { Mail } from '~/platform/mail/mail.server'

/** The mail to somebody, asserting that there is exactly one. */
export function mailTo(mails: Mail[], recipient: string): Mail {
  const theirs = mails.filter((mail) => mail.recipient === recipient)
  const [mail] = theirs
  if (!mail || theirs.length > 1)
    throw new Error(
      `${theirs.length} mails to ${recipient} of ${JSON.stringify(mails.map(({ recipient, subject }) => ({ recipient, subject })))}`,
    )
  return mail
}

/** The token of the link in a mail. */
export function tokenIn(mail: Mail): string {
  const link = /https?:\/\/\S+/.exec(mail.text)?.[0]
  const token = link && new URL(link).searchParams.get('token')
  if (!token) throw new Error(`No link with a token in: ${mail.text}`)
  return token
}

/**
 * SMS to a number as the phone shows them, newest first, sent or not. The outbox keeps their secrets apart, so they are
 * put back in.
 */
export async function smsTo({ db, keys }: Pick<House, 'db' | 'keys'>, phone: string) {
  const rows = await db
    .selectFrom('outbox_messages')
    .select(['kind', 'body_text as text', 'secret'])
    .where('channel', '=', 'sms')
    .where('recipient', '=', phone)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ kind, text, secret: sealed }) => {
    const secret = sealed && keys.open('outbox secret', sealed)
    return { kind, text: secret ? putBack({ text, html: null }, secret).text : text }
  })
}
