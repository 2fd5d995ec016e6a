import { z } from 'zod'

/** A field with a UUID: an id, or a form's idempotency key, so that a form sent twice counts once. */
export const anId = (error?: string | { error: string }) => z.uuid(error)
