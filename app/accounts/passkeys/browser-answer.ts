import { z } from 'zod'

/** Parses the WebAuthn answer that the page's script puts in a form field. */

const bytes = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .regex(/^[A-Za-z0-9_-]+$/)

const transports = z
  .array(z.string().regex(/^[a-z-]{1,20}$/))
  .max(10)
  .default([])

const addedKey = z.object({
  id: bytes(1_400),
  rawId: bytes(1_400),
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: bytes(4_000), attestationObject: bytes(20_000), transports }),
})

const shownKey = z.object({
  id: bytes(1_400),
  rawId: bytes(1_400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4_000),
    authenticatorData: bytes(4_000),
    signature: bytes(2_000),
    userHandle: bytes(100).nullish(),
  }),
})

const clientData = z.object({ challenge: bytes(100), crossOrigin: z.boolean().optional() })

export const readAddedKey = (text: string | undefined) => readAnswer(addedKey, text)
export const readShownKey = (text: string | undefined) => readAnswer(shownKey, text)

/** The answer and the challenge that it claims to sign. Null if malformed, or made in a cross-origin frame. */
function readAnswer<Answer extends { response: { clientDataJSON: string } }>(
  schema: z.ZodType<Answer>,
  text: string | undefined,
) {
  const answer = schema.safeParse(readJson(text))
  if (!answer.success) return null
  const client = clientData.safeParse(readJson(fromBase64url(answer.data.response.clientDataJSON)))
  if (!client.success || client.data.crossOrigin) return null
  return { answer: answer.data, challenge: client.data.challenge }
}

function readJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

function fromBase64url(text: string): string {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder().decode(Uint8Array.from(binary, (sign) => sign.charCodeAt(0)))
  } catch {
    return ''
  }
}
