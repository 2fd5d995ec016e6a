import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Asked } from './stripe-server'

/**
 * Checks our requests against Stripe's OpenAPI description: Stripe's package derives its types from it, so each
 * recorded request is written as a typed constant and compiled. An unknown name, a wrong value or a missing field does
 * not compile.
 */
const described: [RegExp, string][] = [
  [/^POST \/v1\/customers$/, 'Stripe.CustomerCreateParams'],
  [/^POST \/v1\/checkout\/sessions$/, 'Stripe.Checkout.SessionCreateParams'],
  [/^POST \/v1\/billing_portal\/sessions$/, 'Stripe.BillingPortal.SessionCreateParams'],
  [/^POST \/v1\/refunds$/, 'Stripe.RefundCreateParams'],
  [/^POST \/v1\/subscriptions\/\w+$/, 'Stripe.SubscriptionUpdateParams'],
  [/^DELETE \/v1\/subscriptions\/\w+$/, 'Stripe.SubscriptionCancelParams'],
]

export const describedTypes = described.map(([, type]) => type)

export function typeOf({ method, path }: Pick<Asked, 'method' | 'path'>): string | undefined {
  return described.find(([door]) => door.test(`${method} ${path}`))?.[1]
}

/** The compiler's errors; empty if all requests fit. */
export function judge(asked: readonly { type: string | undefined; body: object }[]): Promise<string> {
  return compile(asked.map(({ type, body }, index) => `export const asked${index}: ${type} = ${JSON.stringify(body)}`))
}

async function compile(lines: string[]): Promise<string> {
  const folder = join('node_modules', '.cache', `stripe-${randomUUID()}`)
  mkdirSync(folder, { recursive: true })
  try {
    writeFileSync(join(folder, 'asked.ts'), ["import type Stripe from 'stripe'", ...lines].join('\n'))
    const options = {
      files: ['asked.ts'],
      compilerOptions: { strict: true, noEmit: true, skipLibCheck: true, module: 'nodenext', types: [] },
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
    const { stdout } = await promisify(execFile)('node_modules/.bin/tsc', ['-p', folder]).catch((error) => error)
    return stdout
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
