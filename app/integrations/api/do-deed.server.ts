import { createHash } from 'node:crypto'
import { z } from 'zod'
import { arrive, closeAlarm, declineAlarm, readAlarmsForSystems, setOut, takeAlarm } from '~/alarms/public.server'
import { inTransaction } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { problem } from '~/platform/http/problem.server'
import { isId } from '~/shared/asked'
import type { NotThere, Outcome, Refusal } from '~/shared/outcome'
import { wellFormed } from '~/shared/text'
import { alarmPage } from '../alarm-page.server'
import type { ApiDeed } from '../keys/api-deeds'
import { toSystemAlarm } from '../system-alarm'
import { giveNameBack, keepAnswer, takeName } from './answer-store.server'
import type { AskingSystem } from './pages/answer-system.server'
import { closing, nothing, type ProblemErrors, rejection, requestName } from './shapes'

type Done = Promise<Outcome<null> | NotThere>
type Does = (house: House, actor: AskingSystem['actor'], id: string) => Done

/** For each deed: validates the request's body and returns the call of the use case that the pages use. */
const deeds: Record<Exclude<ApiDeed, 'list'>, (body: unknown) => Does | z.ZodError> = {
  accept: reading(nothing, () => takeAlarm),
  'on-the-way': reading(nothing, () => setOut),
  'on-site': reading(nothing, () => arrive),
  reject: reading(
    rejection,
    ({ reason }) =>
      (house, actor, id) =>
        declineAlarm(house, actor, id, { reason }),
  ),
  close: reading(
    closing,
    ({ outcome, note, press }) =>
      (house, actor, id) =>
        closeAlarm(house, actor, id, { outcome, note: wellFormed(note ?? ''), press: press ?? '' }),
  ),
}

const inSwedish = z.locales.sv().localeError

function reading<Shape extends z.ZodType>(shape: Shape, does: (body: z.output<Shape>) => Does) {
  return (body: unknown): Does | z.ZodError => {
    const read = shape.safeParse(body, { error: inSwedish })
    return read.success ? does(read.data) : read.error
  }
}

const noSuchAlarm = () => problem(404, 'Larmet finns inte, eller är inte ert eller nyckelns just nu.')

/** Carries out one deed on one alarm in the company's name, by the same rules as the pages. */
export async function doDeed(
  asked: AskingSystem,
  deed: Exclude<ApiDeed, 'list'>,
  alarmId: string,
  request: Request,
): Promise<Response> {
  const body = await readBody(request)
  if (body instanceof Response) return body
  const does = deeds[deed](body.value)
  if (does instanceof z.ZodError) return wrongShape(does)
  const requestId = request.headers.get('idempotency-key')
  if (requestId === null) return answerDeed(asked, does, alarmId)
  if (!requestName.test(requestId)) {
    return problem(400, 'Idempotency-Key ska vara 1 till 255 tecken, utan mellanslag och åäö.')
  }
  const fingerprint = createHash('sha256').update(`${deed}\0${alarmId}\0${body.text}`).digest('hex')
  return answerOnce(asked, { requestId, fingerprint }, (within) => answerDeed(within, does, alarmId))
}

async function answerDeed(asked: AskingSystem, does: Does, alarmId: string): Promise<Response> {
  const { house, key, actor } = asked
  const read = async () => {
    if (!isId(alarmId)) return undefined
    const [alarm] = await readAlarmsForSystems(house.db, [alarmId], [key.companyId], house.clock.now())
    return alarm && key.postcodes.includes(alarm.postcode) ? alarm : undefined
  }
  if (!(await read())) return noSuchAlarm()
  const done = await does(house, actor, alarmId)
  if (!done.ok) return 'end' in done ? noSuchAlarm() : refusedAs(done)
  const alarm = await read()
  if (!alarm) return noSuchAlarm()
  const headers = { 'Cache-Control': 'no-store' }
  return Response.json(toSystemAlarm(alarm, alarmPage(house.config, alarm.id)), { headers })
}

/** A refusal of the use case, in the page's words: 422 with the fields at fault, otherwise 409. */
function refusedAs({ title, message, fields }: Refusal): Response {
  const errors: ProblemErrors = Object.entries(fields).map(([name, detail]) => ({ pointer: `#/${name}`, detail }))
  if (errors.length > 0) return problem(422, title, {}, { errors })
  return problem(409, `${title}. ${message}`)
}

const kept = [200, 409]

/**
 * Executes a request once per idempotency key, in one transaction with its stored answer; an exception rolls both back.
 */
function answerOnce(
  asked: AskingSystem,
  named: { requestId: string; fingerprint: string },
  answer: (within: AskingSystem) => Promise<Response>,
): Promise<Response> {
  const { house, key } = asked
  const name = { ...named, keyId: key.id }
  return inTransaction(house.db, async (db) => {
    const before = await takeName(db, name, house.clock.now())
    if (before && before.fingerprint !== named.fingerprint) {
      return problem(422, 'Idempotency-Key är redan använd till något annat. Välj en ny för varje ny fråga.')
    }
    if (before) return answeredBefore(before.status, before.body)
    const given = await answer({ ...asked, house: { ...house, db } })
    if (kept.includes(given.status)) {
      await keepAnswer(db, name, { status: given.status, body: await given.clone().text() })
    } else await giveNameBack(db, name)
    return given
  })
}

function answeredBefore(status: number, body: string): Response {
  const type = status === 200 ? 'application/json' : 'application/problem+json'
  return new Response(body, {
    status,
    headers: { 'Content-Type': type, 'Cache-Control': 'no-store', 'Idempotent-Replayed': 'true' },
  })
}

type Body = { text: string; value: unknown }

/** Reads the JSON body. An empty one counts as `{}`. */
async function readBody(request: Request): Promise<Body | Response> {
  const text = await request.text()
  if (text === '') return { text, value: {} }
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    return problem(415, 'Skicka JSON, med Content-Type: application/json.')
  }
  try {
    return { text, value: JSON.parse(text) }
  } catch {
    return problem(400, 'Det ni skickade går inte att läsa som JSON.')
  }
}

function wrongShape({ issues }: z.ZodError): Response {
  const errors: ProblemErrors = issues.slice(0, 20).map(({ path, message }) => ({
    pointer: `#${path.map((step) => `/${String(step)}`).join('')}`,
    detail: message,
  }))
  return problem(422, 'Något i det ni skickade är fel.', {}, { errors })
}
