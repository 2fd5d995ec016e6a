import * as build from 'virtual:react-router/server-build'
import { backUp as makeBackup } from './backup/back-up'
import { restore as putBack } from './backup/restore'
import { lookElsewhere } from './backup/tried-elsewhere'
import { createHttp } from './http'
import { serve as serveBuild } from './serve'
import { grantRole as giveRole } from './start/grant-role'
import type { OpenHouse } from './start/open-house'
import { openProduct } from './start/open-product'
import { reset as throwAway } from './start/reset'
import { endOnSignal, stopOnSignal } from './start/stop-on-signal'
import { saysWhyNot } from './start/why-not'

/** Entry point of the server build; the scripts in bin/ call these. */
export { ConfigError } from '~/platform/config.server'
/** The bare React Router build, for measuring it without our server around it (bench/router-alone.mjs). */
export const pages = build
export const openForDevelopment = saysWhyNot((say: (text: string) => void) => {
  endOnSignal()
  return openProduct(say)
})
export { stopOnSignal }
export const serve = saysWhyNot((say: (text: string) => void) => serveBuild(build, say))
export const backUp = saysWhyNot(makeBackup)
export const restore = saysWhyNot(putBack)
export const tried = saysWhyNot(lookElsewhere)
export { clearTonight, tryTonight } from './backup/try-tonight'
export const reset = saysWhyNot(throwAway)
export const grantRole = saysWhyNot(giveRole)
export const createDevelopmentHttp = (house: OpenHouse) => createHttp({ house, build, development: true })
