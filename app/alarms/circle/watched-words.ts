import { EMERGENCY_NUMBER } from '~/shared/product'
import { type AlarmState, isOpen } from '../alarm'

type Watched = {
  state: AlarmState
  isTest: boolean
  isHiding: boolean
  memberName: string
  takerName: string | null
  setOutAt: Date | null
  safeAt: Date | null
  toldNobodyAt: Date | null
}

/** Status texts for people who were told but cannot take the alarm. */
export function watchedWords(alarm: Watched): { title: string; text: string; isUrgent: boolean } {
  const { state, isTest, memberName, safeAt } = alarm
  const taker = alarm.takerName ?? 'Någon'
  const calm = (title: string, text: string) => ({ title, text, isUrgent: false })
  if (!isOpen(state)) {
    const text = safeAt ? `${memberName} har sagt sig vara trygg.` : 'Det är avslutat.'
    return calm(isTest ? 'Testet är över' : `Larmet från ${memberName} är över`, text)
  }
  if (isTest) return calm(`${memberName} testar larmet`, 'Ingen är i fara och ingen rycker ut.')
  const title = `${memberName} har larmat`
  const hides = alarm.isHiding ? ` Ring inte ${memberName}, som gömmer sig.` : ''
  const said = safeAt ? ` ${memberName} har sagt sig vara trygg.` : hides
  if (state === 'acknowledged')
    return calm(title, `${taker} har tagit larmet${alarm.setOutAt ? ' och är på väg' : ''}.${said}`)
  if (state === 'on_site') return calm(title, `${taker} är på plats.${said}`)
  const since = alarm.toldNobodyAt ? 'Ingen har svarat' : 'Ingen har tagit larmet'
  const ring = `Ring ${EMERGENCY_NUMBER} om du tror att ${memberName} är i fara.`
  return { title, text: `${since} än. ${ring}${hides}`, isUrgent: true }
}
