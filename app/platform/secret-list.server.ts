import { z } from 'zod'

/**
 * One secret, or several separated by commas during a rotation, newest first. Refuses secrets copied from a manual, or
 * with too few different characters.
 */
export function secretList(name: string, shortest: number) {
  return z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .superRefine((secrets, context) => {
      const problem = secrets.map((secret) => problemWith(name, secret, shortest)).find(Boolean)
      if (problem) context.addIssue({ code: 'custom', message: problem })
    })
}

function problemWith(name: string, secret: string, shortest: number): string | null {
  if (secret.length < shortest) {
    return `${name} is too short: ${secret.length} characters, at least ${shortest} are needed`
  }
  if (/example|change.?me|secret|password|placeholder/i.test(secret) || new Set(secret).size < 10) {
    return `${name} looks like an example: make one of your own (openssl rand -base64 32)`
  }
  return null
}
