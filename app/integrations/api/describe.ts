import { z } from 'zod'
import { PRODUCT_NAME } from '~/shared/product'
import { systemAlarm } from '../system-alarm'
import { type Operation, operations } from './operations'
import { closing, openAlarms, problemShape, rejection, requestName } from './shapes'

/** The OpenAPI 3.1 description of the API, generated from the same schemas that validate requests. */

const place = '#/components/schemas/'
const ref = (name: string) => ({ $ref: place + name })

const names = new Map<z.ZodType, string>([
  [systemAlarm, 'Alarm'],
  [openAlarms, 'OpenAlarms'],
  [problemShape, 'Problem'],
  [rejection, 'Rejection'],
  [closing, 'Closing'],
])

function schemas(): Record<string, object> {
  const shapes = z.registry<{ id: string }>()
  for (const [shape, id] of names) shapes.add(shape, { id })
  // Input schemas: defaults filled in by the server are of no interest to the client.
  const made = z.toJSONSchema(shapes, { io: 'input', uri: (id) => place + id }).schemas
  return Object.fromEntries(Object.entries(made).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]))
}

const json = (schema: object) => ({ 'application/json': { schema } })
const said = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: ref('Problem') } },
})

const refusals = {
  400: said('Det ni skickade går inte att läsa.'),
  401: said('Nyckeln saknas, är fel, är tillbakatagen eller har gått ut.'),
  403: said('Nyckeln är inte till för det här.'),
  429: said('För många frågor. Vänta så länge som Retry-After säger.'),
  503: said('Vi kan inte svara just nu. Fråga igen.'),
}
const ofDeeds = {
  404: said('Larmet finns inte, eller är inte ert eller nyckelns just nu.'),
  409: said('Det går inte: larmet har hunnit bli något annat. detail säger vad.'),
  413: said('Det ni skickade är för stort.'),
  415: said('Skicka application/json.'),
  422: said('Något i det ni skickade är fel, eller så är Idempotency-Key använd till något annat.'),
}

const parameters = [
  { name: 'id', in: 'path', required: true, description: 'Larmets id.', schema: { type: 'string', format: 'uuid' } },
  {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Ert eget namn på frågan, till exempel ett uuid. Fråga igen med samma namn inom ett dygn, så får ni samma svar och inget görs två gånger.',
    schema: { type: 'string', pattern: requestName.source },
  },
]

const nameOf = (shape: z.ZodType) => names.get(shape) ?? 'Problem'

function describe(id: string, { summary, explains, body, answer, method }: Operation) {
  const isDeed = method === 'post'
  const shape = body && names.get(body)
  return {
    operationId: id,
    summary,
    description: explains,
    ...(isDeed && { parameters }),
    ...(shape && { requestBody: { required: true, content: json(ref(shape)) } }),
    responses: {
      200: {
        description: isDeed ? 'Larmet som det är nu.' : summary,
        content: json(ref(nameOf(answer))),
      },
      ...refusals,
      ...(isDeed && ofDeeds),
    },
  }
}

export function describeApi(origin: string) {
  const paths = Object.entries(operations).map(([id, operation]) => [
    operation.path,
    { [operation.method]: describe(id, operation) },
  ])
  return {
    openapi: '3.1.0',
    info: {
      title: `${PRODUCT_NAME} för bevakningsföretag`,
      version: '1',
      description: 'Larm, för era egna system. Samma regler som på era sidor: inget går att göra här som inte går där.',
    },
    servers: [{ url: origin }],
    security: [{ key: [] }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'En nyckel som ni skapar under Egna system.' },
      },
      schemas: schemas(),
    },
  }
}
