import { href } from 'react-router'
import type { LoginReason } from '~/door/return-address'
import { chosen } from '~/shared/chosen'
import { EMERGENCY_NUMBER } from '~/shared/product'

const sentences = {
  utloggad: 'Du är inte inloggad längre. Logga in, så kommer du tillbaka dit du var.',
  'utloggad-osparat':
    'Du är inte inloggad längre. Logga in, så kommer du tillbaka dit du var. Det du skickade är inte sparat.',
  osparat: 'Det du skickade är inte sparat. Logga in, så kommer du tillbaka dit du var.',
} as const satisfies Record<LoginReason, string>

/** What was posted on the way to an alarm's page is an alarm, or the end of one: neither came through. */
const ofAnAlarm = `Ett nytt larm är inte skickat, och ett som är ute är inte avblåst. Ring ${EMERGENCY_NUMBER} vid fara.`

/**
 * Why somebody is at the login page, for whoever was led there on their way to an address; anybody can write both, so a word that is none of
 * ours says nothing.
 */
export function whyHere(word: string | null, wayBack: string): string | undefined {
  const sentence = chosen(sentences, word)
  const wasAlarm = wayBack.split('?', 1)[0] === href('/dashboard/customer/safety')
  return sentence && word?.endsWith('osparat') && wasAlarm ? `${sentence} ${ofAnAlarm}` : sentence
}
