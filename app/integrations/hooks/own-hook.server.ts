import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { changeCompany } from '~/companies/public.server'
import { requirePartner } from '~/guards/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { type WhyNotAsked, whyNotAsked } from '~/platform/http/stranger.server'
import { isId } from '~/shared/asked'
import { parseForm } from '~/shared/form'
import { anId } from '~/shared/id'
import { accepted, type NotThere, notThere, type Outcome, refused } from '~/shared/outcome'
import { insertDeliveries, readDeliveries, withdrawWaiting } from './delivery-store.server'
import { deleteHook, insertHook, readHook, readHooks, rotateSecret, updateHook } from './hook-store.server'
import { newSecret } from './signature.server'

type Values = Record<string, string>

const failure = 'Mottagaren är inte sparad'
export const mostHooks = 5
/** How long the old secret keeps signing beside the new one after a rotation. */
const rotationHours = 24
const shownDeliveries = 30

const hookForm = z.object({
  id: anId('Ladda om sidan och försök igen'),
  url: z.string({ error: 'Fyll i adressen' }).trim().min(1, 'Fyll i adressen').max(500, 'Adressen är för lång'),
})

const whys: Record<WhyNotAsked, string> = {
  unreadable: 'Skriv hela adressen, som börjar med https://',
  'not https': 'Adressen behöver börja med https://',
  'with a login': 'Skriv adressen utan namn och lösenord: det vi skickar är signerat',
  'odd port': 'Använd port 443 eller en över 1023',
  'not public': 'Adressen behöver gå att nå från internet',
}

/** A partner adds a webhook. The answer contains the signing secret, this once only. */
export async function makeHook(
  { db, clock, config, keys }: House,
  signedIn: SignedIn,
  values: Values,
): Promise<Outcome<{ secret: string }>> {
  const company = await requirePartner(db, signedIn)
  const form = parseForm(hookForm, values, failure)
  if (!form.ok) return form
  const { id, url } = form.value
  const why = whyNotAsked(url, { loopback: config.mode === 'demo' })
  if (why) return refused(failure, { fields: { url: whys[why] } })
  if (new URL(url).host === new URL(config.origin).host) {
    return refused(failure, { fields: { url: 'Det är vår egen adress. Skriv den till ert system.' } })
  }
  const secret = newSecret()
  const sealed = keys.seal('webhook secret', secret)
  const hook = { id, companyId: company.id, url, secret: sealed, createdBy: signedIn.person.id }
  // Under the company's lock: two forms at the same moment would not count each other.
  return changeCompany<Outcome<{ secret: string }>>(db, company.id, failure, async (trx) => {
    if ((await readHooks(trx, company.id)).length >= mostHooks) {
      return refused(failure, { message: `Ni har redan ${mostHooks} mottagare. Ta bort någon först.` })
    }
    return (await insertHook(trx, hook, clock.now())) ? accepted({ secret }) : alreadyMade
  })
}

const alreadyMade = refused('Mottagaren är redan sparad', {
  message: 'Hemligheten visades när den sparades. Har ni den inte, byt den på mottagarens sida.',
})

/** A webhook of one's own company. Another company's is answered as not found. */
async function findOwnHook({ db }: Pick<House, 'db'>, signedIn: SignedIn, id: string | undefined) {
  const company = await requirePartner(db, signedIn)
  const hook = isId(id) ? await readHook(db, company.id, id) : undefined
  return hook ? { companyId: company.id, hook } : notThere
}

export async function readOwnHook(house: Pick<House, 'db' | 'clock'>, signedIn: SignedIn, id: string) {
  const own = await findOwnHook(house, signedIn, id)
  if ('end' in own) return own
  const deliveries = await readDeliveries(house.db, own.hook.id, shownDeliveries)
  return { hook: own.hook, deliveries, now: house.clock.now() }
}

/** Turns a webhook on or off. Off also withdraws queued deliveries, which would be outdated later. */
export async function turnHook(house: House, signedIn: SignedIn, values: Values): Promise<Outcome<null> | NotThere> {
  const own = await findOwnHook(house, signedIn, values.id)
  if ('end' in own) return own
  const isOn = values.on === 'yes'
  const { companyId, hook } = own
  await house.db.transaction().execute(async (db) => {
    await updateHook(db, companyId, hook.id, { is_on: isOn })
    if (!isOn) await withdrawWaiting(db, hook.id, 'turned off', house.clock.now())
  })
  return accepted(null)
}

/**
 * Rotates the signing secret. Both secrets sign for a day, so that the receiver can switch without losing a message.
 */
export async function renewHookSecret(
  { db, clock, keys }: House,
  signedIn: SignedIn,
  values: Values,
): Promise<Outcome<{ secret: string }> | NotThere> {
  const own = await findOwnHook({ db }, signedIn, values.id)
  if ('end' in own) return own
  const until = new Date(clock.now().getTime() + rotationHours * 3_600_000)
  const secret = newSecret()
  const isDone = await rotateSecret(db, own.companyId, own.hook.id, keys.seal('webhook secret', secret), until)
  return isDone ? accepted({ secret }) : refused('Hemligheten är inte bytt', { message: ended })
}

const ended = 'Mottagaren har sagt att den inte vill ha mer. Lägg till den på nytt i stället.'

/** Queues a test message. */
export async function tryHook(house: House, signedIn: SignedIn, values: Values): Promise<Outcome<null> | NotThere> {
  const own = await findOwnHook(house, signedIn, values.id)
  if ('end' in own) return own
  const { hook } = own
  if (hook.endedAt) return refused('Inget prov är skickat', { message: ended })
  if (!hook.isOn) return refused('Inget prov är skickat', { message: 'Sätt på mottagaren först.' })
  const now = house.clock.now()
  const body = JSON.stringify({ type: 'test', timestamp: now.toISOString(), data: { try: randomUUID() } })
  await insertDeliveries(house.db, [{ hookId: hook.id, alarmId: null, type: 'test', body }], now)
  house.wake('webhooks')
  return accepted(null)
}

export async function removeHook(house: House, signedIn: SignedIn, values: Values): Promise<Outcome<null> | NotThere> {
  const own = await findOwnHook(house, signedIn, values.id)
  if ('end' in own) return own
  await deleteHook(house.db, own.companyId, own.hook.id)
  return accepted(null)
}
