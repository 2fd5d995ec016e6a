import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import webPush from 'web-push'
import { replyBySms } from '~/alarms/answer/reply-by-sms.server'
import { openAlarmFeed } from '~/alarms/history/alarm-feed.server'
import { pushShown } from '~/alarms/offline/push-words'
import { readWholeAlarm } from '~/alarms/operator/admin-view-store.server'
import { raiseAlarm } from '~/alarms/raise/raise-alarm.server'
import { calendarFile } from '~/bookings/calendar/calendar-file'
import { upsertSubscription } from '~/notifications/choices/push-store.server'
import { letterAsHtml, letterAsText } from '~/outbox/public'
import { drawReceipt } from '~/payments/receipts/draw-receipt.server'
import type { ReceiptShown } from '~/payments/receipts/read-receipt.server'
import { csvLine } from '~/platform/http/csv.server'
import { silentLog } from '~/platform/log.server'
import { openWebPush } from '~/platform/push/web-push.server'
import { typedValues } from '~/shared/form'
import { shortened } from '~/shared/text'
import { deliveriesOf, openNeighbourhood, textsTo, workOff } from '../support/alarms'
import { startPushService } from '../support/counterparts/push-server'
import { useHouse } from '../support/house'
import { anySign } from '../support/model/any-sign'
import { valueFrom } from '../support/outcome'
import { ofMany } from '../support/pace/long'

/** All of Unicode, from the form to everything that is sent. `SEED=n` repeats the same texts. */
const house = useHouse()

const half = fc.constantFrom('\ud83d', '\ude00', '\udfff', '\ud800')
const odd = fc.constantFrom(
  '\0',
  '\u202e',
  '\u2066',
  '\u200f',
  '\ufeff',
  '\u2028',
  '\r',
  '\n',
  '\t',
  '\u0007',
  '"',
  ';',
  '=',
)
const joined = fc.constantFrom('👨‍👩‍👧‍👦', '🏳️‍🌈', '🇸🇪', '👍🏽', 'e\u0301\u0302\u0303', 'क्षि')
const sign = fc.oneof(fc.string({ unit: anySign, minLength: 1, maxLength: 3 }), half, odd, joined, fc.constant('a'))
const words = fc.oneof(
  { weight: 5, arbitrary: fc.array(sign, { minLength: 1, maxLength: 220 }).map((signs) => signs.join('')) },
  { weight: 1, arbitrary: sign.map((one) => one.repeat(Math.ceil(10_000 / one.length))) },
)
const given = { seed: Number(process.env.SEED) || undefined, numRuns: ofMany(15, 5) }

function typed(text: string): string {
  const form = new FormData()
  form.set('message', text)
  return typedValues(form).message ?? ''
}

test('any Unicode text passes the press, SMS, page and push of an alarm', async () => {
  await fc.assert(
    fc.asyncProperty(words, async (text) => {
      const { member, phone, guardId } = await openNeighbourhood(house)
      await letBePushedTo({ kind: 'guard', id: guardId })
      await letBePushedTo({ kind: 'person', id: member.signedIn.person.id })
      house.pushed.sent.length = 0
      // Begins with a letter, since a text of only invisible characters is refused as empty.
      const values = { key: randomUUID(), message: `x${typed(text)}` }
      const { alarmId } = valueFrom(await raiseAlarm(house, member.signedIn, values))
      await workOff(house)
      await replyBySms(house, { fromPhone: phone, text: typed(text), providerId: randomUUID() })
      const yes = /JA \w\w/.exec(textsTo(house, phone)[0] ?? '')?.[0] ?? ''
      await replyBySms(house, { fromPhone: phone, text: yes, providerId: randomUUID() })
      await workOff(house)
      expect(await deliveriesOf(house.db, alarmId)).toContain('sms details 2 sent')
      for (const sms of textsTo(house, phone)) expect(sms.isWellFormed() && !sms.includes('\0')).toBe(true)
      const details = textsTo(house, phone).find((sms) => sms.startsWith('Du har larmet'))
      expect(details?.length).toBeLessThan(480)
      // None of it is shown on the lock screen.
      expect(house.pushed.sent.map(({ payload: { title, body } }) => `${title}: ${body}`)).toEqual([
        expect.stringMatching(/^Larm i \d{3} \d{2}: LARM i \d{3} \d{2}, Kvartera\.$/),
        'Ditt larm är mottaget: Öppna för att se vem som har tagit det.',
      ])
      const page = await readWholeAlarm(house.db, alarmId)
      expect(JSON.parse(JSON.stringify(page)).message).toBe(page?.message)
      expect(page?.message.isWellFormed()).toBe(true)
    }),
    given,
  )
})

test('a push carries any Unicode text to the browser unchanged', async () => {
  const service = await startPushService()
  const sender = openWebPush({ ...webPush.generateVAPIDKeys(), subject: 'mailto:hej@kvartera.test' }, [service.origin])
  const to = service.subscribe()
  await fc.assert(
    fc.asyncProperty(words, async (raw) => {
      // As long as a title and a body may be.
      const [title, body] = [shortened(typed(raw), 120), shortened(typed(raw), 400)]
      expect(await sender.send({ to, payload: { kind: 'ny sort', path: '/dashboard', title, body } })).toEqual({
        kind: 'delivered',
      })
      const arrived = service.received.at(-1)?.payload
      expect(arrived).toEqual({ kind: 'ny sort', path: '/dashboard', title, body })
      const shown = pushShown(arrived)
      expect(shown).toMatchObject({ path: '/dashboard', insists: false })
      // The service worker replaces empty text by its own.
      if (title && body) expect([shown.title, shown.body]).toEqual([title, body])
      expect(shown.title.isWellFormed() && shown.title !== '').toBe(true)
    }),
    given,
  )
  expect(service.unreadable).toEqual([])
  await service.close()
})

async function letBePushedTo(owner: Parameters<typeof upsertSubscription>[1]) {
  const browser = { endpoint: `https://push.example/${randomUUID()}`, p256dh: 'p', auth: 'a', device: 'Prov' }
  await upsertSubscription(house.db, owner, browser, house.clock.now())
}

/** Without what a line of a calendar cannot have, and what its reader takes for white space. */
const bare = (text: string) => text.replaceAll(/[\p{Cc}\s]/gu, '')

test('mails, CSV lists and calendar files carry any Unicode text', () => {
  fc.assert(
    fc.property(words, (raw) => {
      const text = typed(raw)
      const letter = { greeting: text, paragraphs: [text], action: { label: 'Öppna', url: 'https://kvartera.test/' } }
      for (const body of [letterAsText(letter), letterAsHtml(letter)]) expect(Buffer.from(body).toString()).toBe(body)
      expect(letterAsText(letter).startsWith(`${text}\n\n${text}\n\nÖppna:\n`)).toBe(true)
      const csv = csvLine([text, 'sista'])
      expect(csv.endsWith(';sista\r\n')).toBe(true)
      const cell = csv.slice(0, -';sista\r\n'.length)
      const shown = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
      expect(shown.replace(/^'/, '')).toBe(text.replace(/^'/, ''))
      expect(csv.isWellFormed()).toBe(true)
      const file = calendarFile([{ ...event, title: text, description: text, location: text }], text)
      const events = new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent')
      expect(events.map((each) => bare(String(each.getFirstPropertyValue('summary') ?? '')))).toEqual([bare(text)])
      for (const each of file.split('\r\n')) expect(Buffer.byteLength(each)).toBeLessThanOrEqual(75)
    }),
    { ...given, numRuns: ofMany(60, 20) },
  )
})

/** Drawing a PDF is slow, so only a few texts, at the maximum length. */
test('PDF receipts can be drawn with any Unicode text', async () => {
  const line = { text: '', net: 31_20, vat: 7_80, gross: 39_00 }
  await fc.assert(
    fc.asyncProperty(words, async (raw) => {
      const text = typed(raw).slice(0, 200).toWellFormed()
      const pdf = await drawReceipt({
        ...receipt,
        lines: [{ ...line, text }],
        buyer: { name: text, address: text, orgNumber: '1' } as never,
      })
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    }),
    { ...given, numRuns: ofMany(20, 4) },
  )
})

test('an alarm’s message cannot inject a second event into a stream (SSE injection)', async () => {
  const { member } = await openNeighbourhood(house)
  let hear: (payload: string | null) => void = () => {}
  const listener = {
    on(_: string, heard: typeof hear) {
      hear = heard
    },
    close: async () => {},
  }
  const message = typed('x\ud83d\u202e👨‍👩‍👧‍👦\n\ndata: y')
  const feed = openAlarmFeed(house.db, listener, house.clock, silentLog)
  const { alarmId } = valueFrom(await raiseAlarm(house, member.signedIn, { key: randomUUID(), message }))
  const frames: string[] = []
  const viewer = { kind: 'session' as const, id: member.signedIn.sessionId }
  feed.open({ viewer, write: (frame) => frames.push(new TextDecoder().decode(frame)) > 0, close: () => {} })
  hear(JSON.stringify({ alarm: alarmId, test: false }))
  await expect.poll(() => frames.length).toBe(1)
  // One event only, which carries all of the message.
  const [, data = '{}'] = /^event: alarm\ndata: ([^\r\n]*)\n\n$/.exec(frames[0] ?? '') ?? []
  expect(JSON.stringify(JSON.parse(data))).toContain(JSON.stringify('\n\ndata: y').slice(1, -1))
  feed.close()
})

const event = {
  id: '01a1fa7b-5906-731d-880d-3f8b23f1bbc7',
  sequence: 0,
  status: 'confirmed' as const,
  startsAt: new Date('2026-11-26T08:00:00Z'),
  endsAt: new Date('2026-11-26T10:00:00Z'),
  changedAt: new Date('2026-11-20T20:00:00.123Z'),
  url: 'https://kvartera.test/',
}

const receipt: Omit<ReceiptShown, 'lines' | 'buyer'> = {
  number: 1042,
  isCredit: false,
  credits: null,
  issuedAt: new Date('2026-11-20T12:00:00Z'),
  issued: '20 november 2026',
  receivedOn: '2026-11-19',
  method: 'Swish',
  reference: 'KV1000017',
  net: 31_20,
  vat: 7_80,
  gross: 39_00,
  seller: {
    name: 'Prov AB',
    orgNumber: '559999-0008',
    address: 'Provgatan 1, 125 40 Älvsjö',
    vatNumber: 'SE559999000801',
    swishNumber: '1231181189',
  },
  patrols: null,
  paidOut: null,
}
