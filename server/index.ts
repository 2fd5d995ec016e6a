import * as build from 'virtual:react-router/server-build'
import { createHttp } from './http'
import type { OpenHouse } from './open-house'
import { serve as serveBuild } from './serve'

/** The server build begins here; bin/ calls these. */
export { ConfigError } from '~/platform/config.server'
export { grantRole } from './grant-role'
export { openProduct as openForDevelopment } from './open-product'
export const serve = (say: (text: string) => void) => serveBuild(build, say)
export const createDevelopmentHttp = (house: OpenHouse) => createHttp({ house, build, development: true })
