import { readContact } from '~/accounts/public.server'
import { readSubscriptionsOf } from '~/notifications/public.server'
import type { OpenKind } from '~/outbox/public'
import { insertPushes, sendMail, sendSecretSms } from '~/outbox/public.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { alarmWords, questionWords } from './walk-words'

/** They asked to be asked: by every way there is, whatever they chose for other news, and in quiet hours too. */
type Ports = { db: Database } & Pick<House, 'keys' | 'config'>

const page = '/dashboard/customer/safety/walk'

/** The link that answers goes to a proven number alone; the rest leads to the page behind the login. */
export async function askWhetherHome(
  { db, keys, config }: Ports,
  memberId: string,
  { url, dueAt }: { url: string; dueAt: Date },
) {
  const { title, text, sms } = questionWords(dueAt)
  const contact = await tellByPushAndMail({ db, config }, memberId, 'walk reminder', { title, text, path: page })
  if (!contact?.verifiedPhone) return
  const question = { kind: 'walk question', recipient: contact.verifiedPhone, subject: title, text: sms(url) } as const
  await sendSecretSms(db, { ...question, personId: memberId, urgency: 'awaited' }, { keys, secret: url })
}

/** Whoever fell asleep at home should hear that people are being called; whoever is in need gets no SMS that sounds. */
export async function tellOfAlarm({ db, config }: Pick<Ports, 'db' | 'config'>, memberId: string) {
  const { title, text } = alarmWords
  await tellByPushAndMail({ db, config }, memberId, 'walk alarm', { title, text, path: '/dashboard/customer/safety' })
}

async function tellByPushAndMail(
  { db, config }: Pick<Ports, 'db' | 'config'>,
  memberId: string,
  kind: OpenKind,
  { title, text, path }: { title: string; text: string; path: string },
) {
  const contact = await readContact(db, memberId)
  if (!contact) return null
  const browsers = await readSubscriptionsOf(db, { kind: 'person', id: memberId })
  const push = { kind, title, body: text, path, personId: memberId, quiet: false }
  await insertPushes(
    db,
    browsers.map(({ id }) => ({ ...push, subscriptionId: id })),
  )
  const action = { label: title, url: `${config.origin}${path}` }
  await sendMail(db, kind, contact.email, title, { greeting: 'Hej,', paragraphs: [text], action })
  return contact
}
