/** What pages may take from live. */

export { listenToHints } from './parts/live-line'
export { isServerThere } from './parts/server-there'
export { sharedLine } from './parts/shared-line'
export { isLostLine, useComingBack } from './parts/use-coming-back'
export { useKeptAnswer } from './parts/use-kept-answer'
export { useLive } from './parts/use-live'
export { useLook } from './parts/use-look'
export { registerWorker } from './register-worker'
