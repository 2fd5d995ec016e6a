/** The public API of integrations for other slices' server code and the server. */
export { exportIntegrations } from './export-integrations.server'
export { openCarrier } from './hooks/carry.server'
export { deleteHooksOfOwner as endHooksOf } from './hooks/hook-store.server'
export { sealHooksAnew } from './hooks/seal-hooks-anew.server'
export { revokeKeysOfOwner as endKeysOf } from './keys/key-store.server'
export { readSystems } from './read-systems.server'
export { sweepIntegrations } from './sweep-integrations.server'
