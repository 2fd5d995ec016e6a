import { z } from 'zod'
import { ConfigError } from './config-error'

/** Configuration of the public pages, and of the map link for guards. */
export type OutwardConfig = {
  /** URL template of an external map, for phones that do not support `geo:`; null if the operator wants none. */
  mapAddress: string | null
  /** How fast 112 answers, as published by its operator; null: our response times are shown without comparison. */
  emergencyAnswer: { seconds: number; source: string } | null
  /** Folder where the status page is written as files, so that another machine can serve it; null: nowhere. */
  statusFolder: string | null
}

export const outwardEnvironment = {
  MAP_ADDRESS: z
    .string()
    .default('https://www.openstreetmap.org/?mlat={latitude}&mlon={longitude}#map=17/{latitude}/{longitude}'),
  EMERGENCY_ANSWER_SECONDS: z
    .string()
    .regex(/^(off|\d{1,3}([.,]\d)?)$/, 'EMERGENCY_ANSWER_SECONDS must be seconds, such as 7.3, or off')
    .optional(),
  EMERGENCY_ANSWER_SOURCE: z.string().min(10).max(200).optional(),
  STATUS_FOLDER: z.string().startsWith('/', 'STATUS_FOLDER must be the whole path of a folder').optional(),
}

/** The mean over the year. The target is eight seconds. */
const published = { seconds: 7.3, source: 'SOS Alarms årsrapport för 2025, publicerad i mars 2026' }

type Values = z.infer<z.ZodObject<typeof outwardEnvironment>>

export function readOutward(values: Values): OutwardConfig {
  return {
    mapAddress: mapAddressOf(values),
    emergencyAnswer: emergencyAnswerOf(values),
    statusFolder: values.STATUS_FOLDER ?? null,
  }
}

function mapAddressOf({ MAP_ADDRESS }: Values): string | null {
  if (MAP_ADDRESS === 'off') return null
  const hasPlaces = ['{latitude}', '{longitude}'].every((place) => MAP_ADDRESS.includes(place))
  if (!hasPlaces || !MAP_ADDRESS.startsWith('https://') || !URL.canParse(MAP_ADDRESS)) {
    throw new ConfigError('MAP_ADDRESS must be an https address with {latitude} and {longitude} in it, or off.')
  }
  return MAP_ADDRESS
}

/** A figure is not shown without its source: both or neither. */
function emergencyAnswerOf({ EMERGENCY_ANSWER_SECONDS: seconds, EMERGENCY_ANSWER_SOURCE: source }: Values) {
  if (seconds === 'off') return null
  if (!seconds && !source) return published
  if (!seconds || !source) {
    throw new ConfigError('EMERGENCY_ANSWER_SECONDS and EMERGENCY_ANSWER_SOURCE must be set together.')
  }
  return { seconds: Number(seconds.replace(',', '.')), source }
}
