import type { LoginReason } from '~/door/return-address'
import { chosen } from '~/shared/chosen'

const sentences = {
  utloggad: 'Du är inte inloggad längre. Logga in, så kommer du tillbaka dit du var.',
  'utloggad-osparat':
    'Du är inte inloggad längre. Logga in, så kommer du tillbaka dit du var. Det du skickade är inte sparat.',
  osparat: 'Det du skickade är inte sparat. Logga in, så kommer du tillbaka dit du var.',
} as const satisfies Record<LoginReason, string>

/** Why somebody is at the login page, for whoever was led there; anybody can write the address, so a word that is none of ours says nothing. */
export const whyHere = (word: string | null) => chosen(sentences, word)
