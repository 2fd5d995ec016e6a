import type { Side } from '../booking'
import { spokenMoment } from '../when'

/** One entry of a booking's history. */
export type Change = { kind: string; by: string | null; newTime: Date | null; oldTime: Date | null; at: Date }

/** How the booking came about: by a request, or as a later time of a series. */
type Made = { requestedAt: Date; confirmedAt: Date | null; seriesId: string | null }
type Names = { member: string; company: string }
export type HistoryLine = { at: Date; text: string }

/** The history in words for one side, oldest first, beginning with the request. */
export function historyOf(side: Side, names: Names, booking: Made, changes: readonly Change[]): HistoryLine[] {
  const who = namesFor(side, names)
  let proposedBy: string | null = null
  const lines = changes.map((change) => {
    if (change.kind === 'proposed') proposedBy = change.by
    return { at: change.at, text: sentence(change, who, proposedBy) }
  })
  const { requestedAt: at, confirmedAt, seriesId } = booking
  // Later times of a series are created as confirmed, so request and confirmation have the same time.
  const isRepeated = seriesId !== null && confirmedAt?.getTime() === at.getTime()
  return [
    {
      at,
      text: isRepeated ? 'Bokades av sig själv, som en av dem som upprepas' : `${who.member} skickade en förfrågan`,
    },
    ...lines,
  ]
}

function namesFor(side: Side, names: Names): Names & { system: string } {
  const system = 'Ingen'
  return side === 'member' ? { ...names, member: 'Du', system } : { ...names, company: 'Ni', system }
}

/** `proposedBy`: whose the latest proposal is. */
function sentence(
  { kind, by, newTime, oldTime }: Change,
  names: Names & { system: string },
  proposedBy: string | null,
): string {
  const who = by === 'member' || by === 'company' || by === 'system' ? names[by] : null
  const time = newTime ? spokenMoment(newTime) : ''
  switch (kind) {
    case 'confirmed':
      return `${who} bekräftade bokningen`
    case 'declined':
      return `${who} kunde inte ta bokningen`
    case 'completed':
      return `${who} markerade bokningen som genomförd`
    case 'no-show':
      return `${who} skrev att ingen var på plats`
    case 'withdrawn':
      return `${who} ångrade avtalet`
    case 'lapsed':
      return 'Förfrågan gick ut utan svar i tid'
    case 'proposed':
      return `${who} föreslog en ny tid, ${time}`
    case 'proposal dropped':
      // Earlier lines do not know who it was.
      if (!who) return `Förslaget om ${time} togs bort, tiden stod kvar`
      return by === proposedBy ? `${who} tog tillbaka förslaget om ${time}` : `${who} sa nej till ${time}`
    case 'moved':
      return `${who} sa ja till en ny tid, ${time}${oldTime ? `, i stället för ${spokenMoment(oldTime)}` : ''}`
    case 'paid':
      return `${who} noterade att jobbet är betalt`
    case 'disputed':
      return `${who} sa att ni inte är överens om betalningen`
    case 'agreed':
      return 'Ni blev överens om betalningen'
    case 'decided':
      return 'Vi avgjorde betalningen, med ett besked till er båda'
    default:
      return `${who} avbokade`
  }
}
