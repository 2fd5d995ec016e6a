import { z } from 'zod'
import * as field from '~/shared/fields'
import { anId } from '~/shared/id'
import { LONGEST_MESSAGE } from './message'

export const messageForm = z.object({
  key: anId({ error: 'Ladda om sidan och försök igen.' }),
  message: field.paragraph('Skriv ett meddelande', LONGEST_MESSAGE),
})
