import type { Mail } from '~/platform/mail/mail.server'

/** The mail to somebody, when there should be exactly one. */
export function mailTo(mails: Mail[], recipient: string): Mail {
  const theirs = mails.filter((mail) => mail.recipient === recipient)
  const [mail] = theirs
  if (!mail || theirs.length > 1)
    throw new Error(
      `${theirs.length} mails to ${recipient} of ${JSON.stringify(mails.map(({ recipient, subject }) => ({ recipient, subject })))}`,
    )
  return mail
}

/** The secret of the link in a mail. */
export function tokenIn(mail: Mail): string {
  const link = /https?:\/\/\S+/.exec(mail.text)?.[0]
  const token = link && new URL(link).searchParams.get('token')
  if (!token) throw new Error(`No link with a token in: ${mail.text}`)
  return token
}
