import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '../config.server'

const secret = 'f3Zk9-only-for-tests-Qw7Lr2mXv8Ty'
const endpoint = 'https://collector.example:4318'
const read = (env: Record<string, string>) => readConfig({ MODE: 'demo', ...env }, secret)

test('tracing is off unless a collector is configured, and its credentials are secrets', () => {
  expect(read({})).toMatchObject({ config: { traces: { adapter: 'none' } }, secrets: { traces: null } })
  const { config, secrets } = read({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20x=y,x-tenant=a',
    OTEL_TRACES_SAMPLER_ARG: '0.5',
  })
  expect(config.traces).toEqual({ adapter: 'otlp', share: 0.5 })
  expect(secrets.traces).toEqual({ endpoint, headers: { authorization: 'Bearer x=y', 'x-tenant': 'a' } })
  // Pages may hold the configuration, so it must not contain the collector's credentials.
  expect(JSON.stringify(config)).not.toContain('Bearer')
})

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'must be an http or https address'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=b' }, 'OTEL_EXPORTER_OTLP_ENDPOINT is missing'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'a' }, 'must be name=value'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'a=%0d%0ab' }, 'no header can have'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'a=%zz' }, 'no header can have'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://10.0.0.7:4318', OTEL_EXPORTER_OTLP_HEADERS: 'a=b' }, 'in clear'],
  [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'between 0 and 1'],
])('refuses to start with %o', (env, sentence) => {
  expect(() => read(env)).toThrow(ConfigError)
  expect(() => read(env)).toThrow(sentence)
})

test('one request in ten is kept unless another share is given', () => {
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }).config.traces).toEqual({ adapter: 'otlp', share: 0.1 })
})

test('allows http to a collector when there are no credentials', () => {
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://10.0.0.7:4318' }).config.traces.adapter).toBe('otlp')
})
