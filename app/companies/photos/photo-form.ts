import { z } from 'zod'
import * as field from '~/shared/fields'
import { anId } from '~/shared/id'

const alt = field.line('Skriv vad bilden visar, för den som inte ser den', 200)

export const newPhotoForm = z.object({ id: anId('Ladda om sidan och försök igen'), alt })
export const photoTextForm = z.object({ alt })
