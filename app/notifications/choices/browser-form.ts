import { z } from 'zod'

/** Base64url of exactly `bytes` bytes, as browsers encode keys. */
export const keyOf = (bytes: number) =>
  z.string().refine((text) => /^[\w-]+=*$/.test(text) && Buffer.from(text, 'base64url').length === bytes)

/** A push subscription as the browser posts it. */
export const browserForm = z.object({ endpoint: z.url().max(1000), p256dh: keyOf(65), auth: keyOf(16) })
