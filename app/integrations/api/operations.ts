import type { z } from 'zod'
import type { ApiDeed } from '../keys/api-deeds'
import { systemAlarm } from '../system-alarm'
import { closing, nothing, openAlarms, rejection } from './shapes'

/** All operations of the API. Both the routing and the OpenAPI description use this table. */

export const openAlarmsPath = '/api/partner/alarms'
export const deedPath = '/api/partner/alarms/{id}/{deed}'

export type Operation = {
  method: 'get' | 'post'
  path: string
  summary: string
  explains: string
  body: z.ZodType | null
  answer: z.ZodType
}

const about = (deed: Exclude<ApiDeed, 'list'>, rest: Pick<Operation, 'summary' | 'explains' | 'body'>): Operation => ({
  method: 'post',
  path: deedPath.replace('{deed}', deed),
  answer: systemAlarm,
  ...rest,
})

export const operations = {
  list: {
    method: 'get',
    path: openAlarmsPath,
    summary: 'Öppna larm',
    explains:
      'Larm som pågår och som når er just nu, i nyckelns postnummer. Samma larm som på er sida, utan ord, namn och plats.',
    body: null,
    answer: openAlarms,
  },
  accept: about('accept', {
    summary: 'Ta larmet',
    explains:
      'Larmet blir ert, med nyckelns namn. Den som var först har det; är det någon annan blir svaret 409. Säg till igen inom den tid som gäller (på väg, på plats), annars går det ut till alla igen.',
    body: nothing,
  }),
  reject: about('reject', {
    summary: 'Ni kommer inte',
    explains: 'Säg varför. Har ni redan tagit larmet lämnas det tillbaka och går ut till alla igen.',
    body: rejection,
  }),
  'on-the-way': about('on-the-way', {
    summary: 'På väg',
    explains: 'Ett livstecken från den som har larmet: tiden tills det skulle gå ut till alla igen börjar om.',
    body: nothing,
  }),
  'on-site': about('on-site', {
    summary: 'På plats',
    explains: 'Den som larmade ser att ni är där.',
    body: nothing,
  }),
  close: about('close', {
    summary: 'Avsluta',
    explains:
      'Hur det slutade, med ett ord om det. Skicka med lastPress om larmet har ett: har det larmats igen sedan dess blir svaret 409.',
    body: closing,
  }),
} as const satisfies Record<ApiDeed, Operation>
