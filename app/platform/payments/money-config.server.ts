import { z } from 'zod'
import { PRODUCT_NAME } from '~/shared/product'
import { ConfigError } from '../config-error'
import { readSwish, type SwishAccount, type SwishConfig, swishEnvironment } from './swish-config.server'

/** The seller, as every receipt must state it, and its Swish number. */
export type Operator = {
  name: string
  orgNumber: string
  address: string
  vatNumber: string
  /** Ten digits: the company's number in Swish. */
  swishNumber: string
}

export type CardAccount = {
  secretKey: string
  /** Secret for verifying the signatures of the provider's webhook events. */
  webhookSecret: string
  /** Base URL to use instead of the provider's; a test has one on loopback. */
  url: string | null
}

export type MoneyConfig = {
  operator: Operator
  /** If false, payment is by Swish only. */
  takesCards: boolean
} & SwishConfig

export const moneyEnvironment = {
  ...swishEnvironment,
  OPERATOR_NAME: z.string().max(100, 'OPERATOR_NAME is longer than 100 characters').optional(),
  OPERATOR_ORG_NUMBER: z
    .string()
    .regex(/^\d{6}-?\d{4}$/, 'OPERATOR_ORG_NUMBER must be an organisation number, such as 556677-8899')
    .optional(),
  OPERATOR_ADDRESS: z.string().max(200, 'OPERATOR_ADDRESS is longer than 200 characters').optional(),
  OPERATOR_VAT_NUMBER: z
    .string()
    .regex(/^SE\d{10}01$/, 'OPERATOR_VAT_NUMBER must be a Swedish VAT number, such as SE556677889901')
    .optional(),
  OPERATOR_SWISH: z
    .string()
    .transform((text) => text.replace(/[\s-]/g, ''))
    .refine((digits) => /^(123|90)\d+$/.test(digits) && [7, 10].includes(digits.length), {
      error: 'OPERATOR_SWISH must be a company’s Swish number, such as 123 456 78 90',
    })
    .optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, 'STRIPE_SECRET_KEY must start with sk_ or rk_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_.{16,}/, 'STRIPE_WEBHOOK_SECRET must be the signing secret of the endpoint: it starts with whsec_')
    .optional(),
  STRIPE_URL: z.url({ protocol: /^https?$/, error: 'STRIPE_URL must be an http or https address' }).optional(),
}

type Values = z.infer<z.ZodObject<typeof moneyEnvironment>>

/** Visibly made up. The Swish number is the provider's test number. */
const demoOperator: Operator = {
  name: `${PRODUCT_NAME} Demo AB`,
  orgNumber: '559999-0008',
  address: 'Demogatan 1, 125 40 Älvsjö',
  vatNumber: 'SE559999000801',
  swishNumber: '1231181189',
}

export function readMoney(
  values: Values,
  { mode, origin }: { mode: 'demo' | 'production'; origin: string },
): {
  config: MoneyConfig
  secrets: { cards: CardAccount | null; swish: SwishAccount | null }
  missing: string[]
} {
  const cards = cardsOf(values)
  const swish = readSwish(values, { mode, origin })
  return {
    config: { operator: operatorOf(values, mode), takesCards: cards !== null, swish: swish.config },
    secrets: { cards, swish: swish.account },
    missing: swish.missing,
  }
}

/** A receipt must name the seller, so production does not start without one. */
function operatorOf(values: Values, mode: 'demo' | 'production'): Operator {
  const given = {
    OPERATOR_NAME: values.OPERATOR_NAME,
    OPERATOR_ORG_NUMBER: values.OPERATOR_ORG_NUMBER,
    OPERATOR_ADDRESS: values.OPERATOR_ADDRESS,
    OPERATOR_VAT_NUMBER: values.OPERATOR_VAT_NUMBER,
    OPERATOR_SWISH: values.OPERATOR_SWISH,
  }
  const missing = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [name] : []))
  if (missing.length > 0 && mode === 'production') {
    throw new ConfigError(`${missing.join(' and ')} is missing: receipts and payments must say who sells.`)
  }
  return {
    name: given.OPERATOR_NAME ?? demoOperator.name,
    orgNumber: given.OPERATOR_ORG_NUMBER ?? demoOperator.orgNumber,
    address: given.OPERATOR_ADDRESS ?? demoOperator.address,
    vatNumber: given.OPERATOR_VAT_NUMBER ?? demoOperator.vatNumber,
    swishNumber: given.OPERATOR_SWISH ?? demoOperator.swishNumber,
  }
}

/** Both secrets or neither: without the webhook secret anybody could send a forged "paid" event. */
function cardsOf({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_URL }: Values): CardAccount | null {
  if (!STRIPE_SECRET_KEY && !STRIPE_WEBHOOK_SECRET) return null
  if (!STRIPE_WEBHOOK_SECRET) {
    throw new ConfigError('STRIPE_WEBHOOK_SECRET is missing: without it nobody can know that an event is from Stripe.')
  }
  if (!STRIPE_SECRET_KEY)
    throw new ConfigError('STRIPE_SECRET_KEY is missing: STRIPE_WEBHOOK_SECRET alone does nothing.')
  return { secretKey: STRIPE_SECRET_KEY, webhookSecret: STRIPE_WEBHOOK_SECRET, url: STRIPE_URL ?? null }
}
