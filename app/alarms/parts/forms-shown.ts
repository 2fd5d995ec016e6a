import { isOpen } from '../alarm'
import type { PartnerAlarm } from '../history/alarm-views'

type Shown = Pick<PartnerAlarm, 'state' | 'isMine' | 'isColleagues' | 'endsAsFalse'>

/** The forms on a taker's page that have fields, and therefore say themselves why they were refused. */
export function formsShown(alarm: Shown): readonly string[] {
  if (!isOpen(alarm.state)) return []
  if (alarm.state === 'new') return ['decline']
  return alarm.isMine || alarm.isColleagues ? closingForms(alarm) : []
}

/** The same of whoever may write a note and end the alarm. */
export const closingForms = ({ endsAsFalse }: Pick<Shown, 'endsAsFalse'>): readonly string[] => [
  'note',
  'resolved',
  ...(endsAsFalse ? [] : ['false_alarm']),
]
