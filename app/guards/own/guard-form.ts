import { z } from 'zod'
import * as field from '~/shared/fields'
import { dutyHours } from '../guard'
import { wrongName, wrongNameWords } from './guard-name'

const guardName = field.line('Fyll i väktarens namn', 200).superRefine((name, context) => {
  const wrong = wrongName(name)
  if (wrong && name !== '') context.addIssue(wrongNameWords[wrong])
})

export const guardForm = z.object({ name: guardName, phone: field.guardPhone })

export type GuardForm = z.output<typeof guardForm>

export const dutyForm = z.object({
  hours: field
    .whole(Math.min(...dutyHours), Math.max(...dutyHours), 'Välj hur länge')
    .refine((hours) => dutyHours.some((choice) => choice === hours), { error: 'Välj hur länge' }),
})

export const positionForm = z.object({
  latitude: z.coerce.number().min(-90).max(90),
  longitude: z.coerce.number().min(-180).max(180),
})
