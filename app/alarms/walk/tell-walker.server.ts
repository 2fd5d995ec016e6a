import { readContact } from '~/accounts/public.server'
import { readSubscriptionsOf } from '~/notifications/public.server'
import type { OpenKind } from '~/outbox/public'
import { insertPushes, sendMail, sendSecretSms, toPerson } from '~/outbox/public.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { alarmWords, questionWords } from './walk-words'

/** The member asked for this question, so it goes by every channel, whatever their settings, in quiet hours too. */
type Ports = { db: Database } & Pick<House, 'keys' | 'config'>

const page = '/dashboard/customer/safety/walk'

/** The SMS link answers without login, so it goes only to a verified number; push and mail lead to the login. */
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

/** Tells the member of the alarm, in case they fell asleep at home. No SMS: its sound could betray them. */
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
  await sendMail(db, kind, toPerson({ id: memberId, email: contact.email }), title, {
    greeting: 'Hej,',
    paragraphs: [text],
    action,
  })
  return contact
}
