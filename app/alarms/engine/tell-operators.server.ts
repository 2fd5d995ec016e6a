import { letterAsHtml, letterAsText } from '~/outbox/public'
import type { House } from '~/platform/house.server'
import { readOperatorCallees } from '../raise/callee-store.server'
import { incidentLines, tellAt } from '../watch/incident'
import { holdWords, insertWords, markWordsTaken, readUnheard } from '../watch/incident-store.server'

export type TellPorts = Pick<House, 'db' | 'clock' | 'log' | 'config' | 'mail' | 'sms'>

type Word = { id: string; channel: 'sms' | 'mail'; to: string }

/**
 * Tells operators of open incidents, bypassing the engine, and repeats it until one is known to have heard: an SMS was
 * delivered, or the page was opened. A message that no provider accepted does not count as telling.
 */
export async function tellOperators(ports: TellPorts): Promise<void> {
  const { db, clock, log } = ports
  const said = await db.transaction().execute(async (trx) => {
    await holdWords(trx)
    const now = clock.now()
    const unheard = await readUnheard(trx)
    if (!unheard || tellAt(unheard.last, now) > now) return null
    const words = (await readOperatorCallees(trx)).flatMap(({ email, phone }): Word[] => [
      ...(email ? [{ id: crypto.randomUUID(), channel: 'mail' as const, to: email }] : []),
      ...(phone ? [{ id: crypto.randomUUID(), channel: 'sms' as const, to: phone }] : []),
    ])
    if (words.length === 0) return null
    // Written before sending: an auditor that crashes halfway does not start over at once.
    await insertWords(
      trx,
      words.map(({ id, channel }) => ({ id, channel })),
      now,
    )
    return { words, lines: incidentLines(unheard.counts) }
  })
  if (!said) return
  const taken = await Promise.all(said.words.map((word) => say(ports, word, said.lines)))
  const ids = said.words.flatMap(({ id }, n) => (taken[n] ? [id] : []))
  if (ids.length === 0) log.error({}, 'no operator could be told; it is tried again')
  await markWordsTaken(db, ids, clock.now())
}

async function say({ config, mail, sms }: TellPorts, { id, channel, to }: Word, lines: string[]): Promise<boolean> {
  const letter = {
    greeting: 'Hej,',
    paragraphs: ['Larmkedjan behöver dig:', ...lines],
    action: { label: 'Öppna larmen', url: `${config.origin}/dashboard/admin/alarms` },
  }
  const written = { subject: `Larmkedjan: ${lines[0]}`, text: letterAsText(letter), html: letterAsHtml(letter) }
  const sent =
    channel === 'mail'
      ? mail.send({ recipient: to, ...written }, id)
      : sms.send({ recipient: to, text: `${letter.paragraphs.join(' ')} ${letter.action.url}` }, id, 1)
  const answer = await sent.catch(() => ({ kind: 'temporary' as const }))
  return answer.kind === 'delivered'
}
