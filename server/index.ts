import * as build from 'virtual:react-router/server-build'
import { createHttp } from './http'
import { serve as serveBuild } from './serve'
import type { OpenHouse } from './start/open-house'

/** The server build begins here; bin/ calls these. */
export { ConfigError } from '~/platform/config.server'
export { grantRole } from './start/grant-role'
export { openProduct as openForDevelopment } from './start/open-product'
export const serve = (say: (text: string) => void) => serveBuild(build, say)
export const createDevelopmentHttp = (house: OpenHouse) => createHttp({ house, build, development: true })
