import { z } from 'zod'
import { ConfigError } from '../config-error'
import { hostOf, isLoopback } from '../mode.server'
import type { OtlpAccount } from './otlp-collector.server'

export type TracingConfig = {
  /** `share`: sampling rate of the requests that are neither about an alarm nor end in a fault. */
  traces: { adapter: 'otlp' | 'none'; share: number }
}

/** The variables have OpenTelemetry's standard names. */
export const tracingEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address' })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(
      /^[\w-]+=[^,\s]*(,[\w-]+=[^,\s]*)*$/,
      'OTEL_EXPORTER_OTLP_HEADERS must be name=value, several by comma, spaces written as %20',
    )
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: 'OTEL_TRACES_SAMPLER_ARG must be a number' })
    .min(0, 'OTEL_TRACES_SAMPLER_ARG must be between 0 and 1')
    .max(1, 'OTEL_TRACES_SAMPLER_ARG must be between 0 and 1')
    .default(0.1),
}

type Values = z.infer<z.ZodObject<typeof tracingEnvironment>>

export function readTracing(values: Values): { config: TracingConfig; account: OtlpAccount | null } {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = values
  const headers = headersOf(values.OTEL_EXPORTER_OTLP_HEADERS)
  if (!endpoint && headers) {
    throw new ConfigError('OTEL_EXPORTER_OTLP_ENDPOINT is missing: OTEL_EXPORTER_OTLP_HEADERS is for it.')
  }
  if (headers && endpoint?.startsWith('http:') && !isLoopback(hostOf(endpoint))) {
    throw new ConfigError(
      'OTEL_EXPORTER_OTLP_ENDPOINT is http: OTEL_EXPORTER_OTLP_HEADERS would go over the line in clear.',
    )
  }
  return {
    config: { traces: { adapter: endpoint ? 'otlp' : 'none', share } },
    account: endpoint ? { endpoint, headers: headers ?? {} } : null,
  }
}

function headersOf(text: string | undefined): Record<string, string> | null {
  if (!text) return null
  const pairs = text.split(',').map((pair) => {
    const at = pair.indexOf('=')
    return [pair.slice(0, at).toLowerCase(), decoded(pair.slice(at + 1))] as const
  })
  return Object.fromEntries(pairs)
}

function decoded(value: string) {
  try {
    const plain = decodeURIComponent(value)
    if (/^[\x20-\x7e]*$/.test(plain)) return plain
  } catch {}
  throw new ConfigError('OTEL_EXPORTER_OTLP_HEADERS has a value that no header can have.')
}
