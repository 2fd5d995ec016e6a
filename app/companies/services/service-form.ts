import { z } from 'zod'
import { isNameIn } from '~/shared/chosen'
import * as field from '~/shared/fields'
import { parseKronor } from '~/shared/money'
import { categories } from '../category'
import type { ServiceShown } from './parts/service-card'
import { type ServicePlace, servicePlaces, usualPlace } from './place'
import { givesRut } from './rut'

const leastOre = 1_00
const mostOre = 100_000_00
export const longestMinutes = 14 * 60

/** Defaults for new services: booked at least two hours ahead, free to cancel until a day before. */
export const usualNoticeHours = 2
export const usualFreeCancelHours = 24

/** More services than a resident reads through: a longer list is a mistake or a script. */
export const mostServices = 100

const price = z
  .string({ error: 'Fyll i priset' })
  .trim()
  .min(1, 'Fyll i priset')
  .transform((typed, context) => {
    const ore = parseKronor(typed)
    if (ore !== null && ore >= leastOre && ore <= mostOre) return ore
    context.addIssue(
      ore === null
        ? 'Skriv priset i kronor, till exempel 349 eller 349,50'
        : 'Priset får vara mellan 1 och 100\u00a0000\u00a0kr',
    )
    return z.NEVER
  })

const hours = field.whole(0, 14, 'Skriv timmarna som ett tal, högst 14')
const minutes = field.whole(0, 59, 'Skriv minuterna som ett tal mellan 0 och 59')
const whenEmpty = (otherwise: string) => (typed: unknown) =>
  typeof typed === 'string' && typed.trim() !== '' ? typed : otherwise

const writtenService = z
  .object({
    title: field.line('Fyll i vad tjänsten heter', 120),
    description: field.text(2000),
    category: z.enum(Object.keys(categories) as [keyof typeof categories], { error: 'Välj en kategori' }),
    place: z.enum(Object.keys(servicePlaces) as [ServicePlace], { error: 'Välj var jobbet görs' }).optional(),
    price,
    hours: z.preprocess(whenEmpty('0'), hours),
    minutes: z.preprocess(whenEmpty('0'), minutes),
    rut: field.box,
    labour: z.preprocess(whenEmpty('100'), field.whole(1, 100, 'Skriv ett tal mellan 1 och 100')),
    buffer: z.preprocess(whenEmpty('0'), field.whole(0, 240, 'Skriv minuterna som ett tal, högst 240')),
    notice: z.preprocess(
      whenEmpty(String(usualNoticeHours)),
      field.whole(0, 336, 'Skriv timmarna som ett tal, högst 336 (två veckor)'),
    ),
    cancel: z.preprocess(
      whenEmpty(String(usualFreeCancelHours)),
      field.whole(0, 168, 'Skriv timmarna som ett tal, högst 168 (en vecka)'),
    ),
  })
  .refine(({ rut, category }) => !rut || givesRut(category), {
    path: ['rut'],
    error: 'Arbete i den kategorin ger inte rutavdrag',
    ...field.whenRight('rut', 'category'),
  })
  .refine(({ hours, minutes }) => hours + minutes > 0, {
    path: ['hours'],
    error: 'Fyll i hur lång tid tjänsten tar',
    ...field.whenRight('hours', 'minutes'),
  })
  .refine(({ hours, minutes }) => hours * 60 + minutes <= longestMinutes, {
    path: ['hours'],
    error: 'En tjänst kan ta högst 14 timmar',
    ...field.whenRight('hours', 'minutes'),
  })
  .transform(({ hours, minutes, price, rut, labour, buffer, notice, cancel, ...rest }) => ({
    ...rest,
    place: rest.place ?? usualPlace(rest.category),
    bufferMin: buffer,
    noticeHours: notice,
    freeCancelHours: cancel,
    listOre: price,
    durationMin: hours * 60 + minutes,
    isRut: rut,
    labourPercent: rut ? labour : 100,
  }))

/**
 * Ignores the share of labour unless its box is ticked: the field is hidden then, so an error in it could not be seen.
 */
const withoutFolded = (values: unknown) =>
  (values as { rut?: unknown }).rut === 'on' ? values : { ...(values as object), labour: '' }

export const serviceForm = z.preprocess(withoutFolded, writtenService)

export type ServiceForm = z.output<typeof serviceForm>

/**
 * The preview of the card for the current form values. While they are invalid, the figures of the previous preview are
 * kept; null if there is none yet.
 */
export function previewOf(values: Record<string, string>, before: ServiceShown | null): ServiceShown | null {
  const title = values.title?.trim() || 'Tjänstens namn'
  const description = values.description?.trim() ?? ''
  const category = isNameIn(categories, values.category) ? values.category : 'other'
  const rut = givesRut(category) ? (values.rut ?? '') : ''
  const read = serviceForm.safeParse({ ...values, title: 'x', description: '', category, rut })
  if (!read.success) return before && { ...before, title, description }
  const { listOre, durationMin, isRut, labourPercent, place } = read.data
  return { title, description, listOre, durationMin, isRut, labourPercent, place }
}
