import * as build from 'virtual:react-router/server-build'
import { serve as serveBuild } from './serve'

/** The server build begins here; bin/ calls these. */
export { ConfigError } from '~/platform/config.server'
export { grantRole } from './grant-role'
export const serve = (say: (text: string) => void) => serveBuild(build, say)
