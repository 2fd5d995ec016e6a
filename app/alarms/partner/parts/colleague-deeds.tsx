import type { TakerAnswer } from '../../answer/pages/taker-deeds.server'
import type { PartnerAlarm } from '../../history/alarm-views'
import { ClosingForm } from './closing-form'
import { Deed, NoteForm } from './deed'

type Props = { alarm: PartnerAlarm; noteKey: string; answer: TakerAnswer | undefined }

/** What a guard can do about an alarm that a colleague has: come too, take it over, or end it. */
export function ColleagueDeeds({ alarm, noteKey, answer }: Props) {
  const first = alarm.takerFirstName ?? 'Den som har larmet'
  const isWriting = answer?.refusal !== undefined && ['note', 'resolved', 'false_alarm'].includes(answer.intent)
  return (
    <>
      {alarm.isComing ? (
        <div>
          <p className="mb-3">{first} och den som larmade ser att du kommer också.</p>
          <Deed intent="comesNot" words="Jag kommer inte" busy="Säger till..." variant="secondary" />
        </div>
      ) : (
        <Deed intent="comesToo" words="Jag kommer också" busy="Säger till..." variant="primary" />
      )}
      <div className="border-line border-t pt-5">
        <p className="mb-3 text-soft">{first} får veta det om du tar över. Då är det du som har larmet.</p>
        <Deed intent="takeOver" words="Ta över larmet" busy="Tar över..." variant="secondary">
          <input type="hidden" name="takenAt" value={alarm.takenAt?.toISOString() ?? ''} />
        </Deed>
      </div>
      <details open={isWriting || alarm.endsAsFalse} className="border-line border-t pt-3">
        <summary className="min-h-12 cursor-pointer py-3 font-semibold">Avsluta eller anteckna</summary>
        <div className="grid grid-cols-1 gap-5 pt-3">
          <ClosingForm answer={answer} isNext={false} updates={alarm.updates} endsAsFalse={alarm.endsAsFalse} />
          <NoteForm noteKey={noteKey} answer={answer} />
        </div>
      </details>
    </>
  )
}
