import { z } from 'zod'

/** What the ids of rows look like, for a pattern that has one as a part. In small letters, as the database writes them. */
export const idPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** A field with an id, or with a key that a form brings so that it counts once though it is sent twice. */
export const anId = (error?: string | { error: string }) => z.uuid(error)

const id = anId()

/** What no id can look like is not asked of the database, which would call it a fault. */
export const isId = (text: unknown): text is string => id.safeParse(text).success
