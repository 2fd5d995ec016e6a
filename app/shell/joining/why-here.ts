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

/** Shown when a form of an alarm's page was lost to the login: neither a new alarm nor its cancellation was sent. */
const ofAnAlarm = `Ett nytt larm är inte skickat, och ett som är ute är inte avblåst. Ring ${EMERGENCY_NUMBER} vid fara.`

/**
 * Why the visitor was redirected to the login page. Both values come from the URL, which anybody can write, so an
 * unknown word shows nothing.
 */
export function whyHere(word: string | null, wayBack: string): string | undefined {
  const sentence = chosen(sentences, word)
  const wasAlarm = wayBack.split('?', 1)[0] === href('/dashboard/customer/safety')
  return sentence && word?.endsWith('osparat') && wasAlarm ? `${sentence} ${ofAnAlarm}` : sentence
}
