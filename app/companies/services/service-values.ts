import { type Ore, writtenKronor } from '~/shared/money'

type Stored = {
  title: string
  description: string
  category: string
  listOre: Ore
  duration_min: number
  is_rut: boolean
  labour_percent: number
  buffer_min: number
  notice_hours: number
  free_cancel_hours: number
  place: string
}

/** The form values of a stored service. */
export function serviceValues(service: Stored): Record<string, string> {
  return {
    title: service.title,
    description: service.description,
    category: service.category,
    price: writtenKronor(service.listOre),
    hours: String(Math.floor(service.duration_min / 60)),
    minutes: String(service.duration_min % 60),
    rut: service.is_rut ? 'on' : '',
    labour: String(service.labour_percent),
    buffer: String(service.buffer_min),
    notice: String(service.notice_hours),
    cancel: String(service.free_cancel_hours),
    place: service.place,
  }
}
