import { z } from 'zod'
import { paragraph, text } from '~/shared/fields'
import { longestWords, type Stars } from './review'

export const reviewForm = z.object({
  stars: z
    .string({ error: 'Välj ett betyg' })
    .regex(/^[1-5]$/, 'Välj ett betyg')
    .transform((sent) => Number(sent) as Stars),
  words: text(longestWords),
})

export const answerForm = z.object({ answer: paragraph('Skriv ett svar', longestWords) })
