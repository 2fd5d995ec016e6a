/** The public door of live, for pages. */

export { keepWhatIsShown, stayAfterForms } from './parts/keep-what-is-shown'
export { isLostAnswer, keepWhatIsTyped } from './parts/keep-what-is-typed'
export { listenToHints } from './parts/live-line'
export { isLostLine } from './parts/lost-line'
export { isServerThere } from './parts/server-there'
export { sharedLine } from './parts/shared-line'
export { useComingBack } from './parts/use-coming-back'
export { useKeptAnswer } from './parts/use-kept-answer'
export { useLive } from './parts/use-live'
export { useLook, useLooksOnlyWhile } from './parts/use-look'
export { tellWorkerOfPush, wasPushLost } from './push-memory'
export { registerWorker } from './register-worker'
