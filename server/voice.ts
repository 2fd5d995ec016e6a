import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import {
  type CallName,
  hangUp,
  pickUp,
  pressDigit,
  type Recording,
  readVoiceToken,
  type Said,
  voiceToken,
} from '~/alarms/public.server'
import type { House } from '~/platform/house.server'
import type { Keys } from '~/platform/keys.server'
import { elksActions, type VoiceEvent } from '~/platform/voice/elks-voice.server'
import { wellFormed } from '~/shared/text'

const folder = '/webhooks/voice'
const largestForm = 20_000

/** The callback address for one attempt of one call. It is signed; other addresses answer 404. */
export const voiceAddress =
  (origin: string, keys: Keys) =>
  (id: string, attempt: number, event: VoiceEvent): string =>
    `${origin}${folder}/${voiceToken(keys, { id, attempt })}/${event}`

/** Public folder of the recordings: ours, or an operator's own in their place. They say nothing about any alarm. */
export const recordingFolder = '/recordings'

/** The call that a request is about, by the signed token in its address; null if the signature is not ours. */
export function voiceCallOf({ keys }: Pick<House, 'keys'>, c: Context): CallName | null {
  const token = /^\/webhooks\/voice\/([^/]+)\//.exec(c.req.path)?.[1]
  return token === undefined ? null : readVoiceToken(keys, token)
}

const providerId = z.string().min(1).max(100).transform(wellFormed)
// The provider names a call `callid` while it goes on, and `id` when it is over.
const callForm = z.object({
  callid: providerId.optional(),
  id: providerId.optional(),
  result: z.string().max(40).optional(),
})
const endForm = z.object({
  state: z.string().max(40).default(''),
  cost: z.coerce.number().int().min(0).nullable().catch(null),
})

/**
 * Webhooks of the voice provider. Its callbacks come late, twice and in any order, and it retries for hours what is
 * answered with an error. So while somebody is on the line a fault of ours is answered with a recording instead.
 */
export function voiceRoutes(house: House) {
  const app = new Hono()

  // Checked before the body is read, so that strangers cannot make the server wait for one.
  app.use('/:token/*', async (c, next) => {
    if (!voiceCallOf(house, c)) return c.body(null, 404)
    return c.req.method === 'POST' ? next() : c.body(null, 405, { Allow: 'POST' })
  })
  app.use(bodyLimit({ maxSize: largestForm, onError: (c) => c.body(null, 413) }))

  const sound = (recording: Recording) => `${house.config.origin}${recordingFolder}/${recording}.mp3`
  const actionFor = ({ recording, asks }: Said, { id, attempt }: CallName) =>
    asks
      ? elksActions.ask(sound(recording), voiceAddress(house.config.origin, house.keys)(id, attempt, 'digit'))
      : elksActions.say(sound(recording))

  /** Answers what the phone plays next; an empty answer ends the call. */
  const listening =
    (hear: (named: CallName & { providerId: string }, result: string) => Promise<Said | null>) =>
    async (c: Context) => {
      const call = voiceCallOf(house, c)
      const form = callForm.safeParse(await c.req.parseBody())
      const name = form.data?.callid ?? form.data?.id
      if (!call || !form.success || !name) return c.body(null, 400)
      try {
        const said = await hear({ ...call, providerId: name }, form.data.result ?? '')
        return said ? c.json(actionFor(said, call)) : c.body(null, 204)
      } catch (error) {
        house.log.error({ deliveryId: call.id, error: (error as Error).name }, 'what was pressed could not be kept')
        return c.json(elksActions.say(sound('fault')))
      }
    }

  app.post(
    '/:token/answered',
    listening((named) => pickUp(house, named)),
  )
  app.post(
    '/:token/digit',
    listening((named, result) => pressDigit(house, named, result)),
  )
  app.post('/:token/over', async (c) => {
    const body = await c.req.parseBody()
    const [form, end] = [callForm.safeParse(body), endForm.safeParse(body)]
    const name = form.data?.id ?? form.data?.callid
    const call = voiceCallOf(house, c)
    if (!call || !name || !end.success) return c.body(null, 400)
    await hangUp(house, { ...call, providerId: name }, { how: end.data.state, cost: end.data.cost })
    return c.body(null, 204)
  })
  return app
}
