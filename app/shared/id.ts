import { z } from 'zod'

/** A field with an id, or with a key that a form brings so that it counts once though it is sent twice. */
export const anId = (error?: string | { error: string }) => z.uuid(error)
