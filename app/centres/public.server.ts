/** The public API of centres for other slices' server code and the server. */
export { readSilentCentres } from './centre-store.server'
export { exportCentres, forgetCentresOf } from './forget-centres.server'
export { readCentreForAdmin } from './read-centre.server'
export { sealKeysAnew } from './seal-keys-anew.server'
export { sendSignal } from './send-signal.server'
export { forgetOldSignals, pollCentres, tellOfSilentCentres } from './watch-centres.server'
