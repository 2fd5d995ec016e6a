import { z } from 'zod'
import { alarmStates } from '~/alarms/public'
import { anId } from '~/shared/id'

/**
 * An alarm as companies' systems see it, in webhooks and the API: id, postcode, state and times. No message, name,
 * number or position leaves the product this way; `link` is the page where a person of the company reads them.
 */
const moment = () => z.iso.datetime().describe('En tidpunkt i UTC, till exempel 2026-11-22T20:14:00.000Z.')
const momentOrNot = () => moment().nullable()

export const systemAlarm = z.object({
  id: anId().describe('Larmets id.'),
  postcode: z.string().describe('Postnumret, fem siffror.'),
  state: z
    .enum(alarmStates)
    .describe(
      'new: väntar på svar. acknowledged: någon har det. on_site: på plats. resolved: avslutat. false_alarm: falskt larm. cancelled: avblåst.',
    ),
  isTest: z.boolean().describe('Ett test: ingen är i fara.'),
  isMine: z.boolean().describe('Det är ert företag som har larmet.'),
  isNeighbours: z.boolean().describe('Det kommer från ett grannkvarter till era områden.'),
  urgency: z.int().describe('Hur många gånger den som larmade har larmat.'),
  lastPress: anId()
    .nullable()
    .describe('Den senaste gången det larmades igen; skickas med när larmet avslutas. null: bara en gång.'),
  createdAt: moment(),
  takenAt: momentOrNot(),
  onSiteAt: momentOrNot(),
  safeAt: momentOrNot().describe('När den som larmade sa sig vara trygg.'),
  closedAt: momentOrNot(),
  link: z.url().describe('Larmets sida, för den som är inloggad hos er.'),
})

export type SystemAlarm = z.output<typeof systemAlarm>

type Read = Omit<SystemAlarm, 'link' | 'createdAt' | 'takenAt' | 'onSiteAt' | 'safeAt' | 'closedAt'> & {
  createdAt: Date
  takenAt: Date | null
  onSiteAt: Date | null
  safeAt: Date | null
  closedAt: Date | null
}

/** Copies field by field, so that a field added to the query is not sent out by accident. */
export function toSystemAlarm(read: Read, page: string): SystemAlarm {
  const at = (date: Date | null) => date?.toISOString() ?? null
  return {
    id: read.id,
    postcode: read.postcode,
    state: read.state,
    isTest: read.isTest,
    isMine: read.isMine,
    isNeighbours: read.isNeighbours,
    urgency: read.urgency,
    lastPress: read.lastPress,
    createdAt: read.createdAt.toISOString(),
    takenAt: at(read.takenAt),
    onSiteAt: at(read.onSiteAt),
    safeAt: at(read.safeAt),
    closedAt: at(read.closedAt),
    link: page,
  }
}
