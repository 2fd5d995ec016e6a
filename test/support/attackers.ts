import { mkdtempSync, rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { demoCode } from '~/platform/auth/demo-second-factor.server'
import { readConfig } from '~/platform/config.server'
import type { Database } from '~/platform/database/database.server'
import { demoLogins, seedDemo } from '../../db/seed/demo'
import { demoGuardLink } from '../../db/seed/guards'
import { placeAlarm } from './alarms'
import { type TestDatabase, useDatabase } from './database'
import { cookieHeader } from './house'
import { operatorEnv } from './operator'
import { freePort, type Product, startProcess } from './product-process'

/**
 * The whole product as an operator runs it, with every secret set and the demo seeded, and visitors logged in as each
 * role. Every answer is searched for every secret.
 */
export type Besieged = {
  home: string
  database: TestDatabase
  ask(asked: Asked): Promise<Answer>
  /** The product's log so far. */
  said(): string
  /** Logs in, with the second step where it is on. Returns a Cookie header. */
  logIn(email: string, password?: string): Promise<string>
  enterAsGuard(): Promise<string>
}
export type Asked = {
  path: string
  method?: string
  cookie?: string
  form?: readonly (readonly [string, string])[]
  headers?: Record<string, string>
}
export type Answer = { status: number; location: string; body: string; headers: Record<string, string[]> }

const secrets = {
  AUTH_SECRET: 'a7Kd93mQpZ2xV8sLw4Rt6Yb1Nc5Hf0Gj',
  WEBHOOK_SECRET: 'w2Hq8Lz5Xc9Vb4Nm7Kj3Gf6D',
  ELKS_PASSWORD: 'e9Rt4Yu7Io2Pa5Sd8Fg1Hj',
  STRIPE_SECRET_KEY: 'sk_test_s6Df8Gh2Jk4Lz9Xc3Vb7',
  STRIPE_WEBHOOK_SECRET: 'whsec_n5Mq1Wa8Es4Rd7Tf2Yg9Uh',
  VAPID_PRIVATE_KEY: 'IpVnJODNUoR9w5WJL2X5Lct3w1sSTdX2MlMh5SLH1K0',
}

export function useBesieged(): Besieged {
  const database = useDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'kvartera-besieged-'))
  let product: Product
  const besieged = { database } as Besieged

  beforeAll(async () => {
    const port = String(await freePort())
    const home = `http://127.0.0.1:${port}`
    const env = {
      DATA_DIR: folder,
      PORT: port,
      ORIGIN: home,
      DATABASE_URL: database.url,
      MAIL_ADAPTER: 'outbox',
      SMS_ADAPTER: '46elks',
      ELKS_URL: 'http://127.0.0.1:9',
      ELKS_USERNAME: 'u1',
      SMS_SENDER: '+46766860000',
      STRIPE_URL: 'http://127.0.0.1:9',
      PUSH_ADAPTER: 'outbox',
      VAPID_PUBLIC_KEY: 'BOo25guNHnBNOSBAqUbS1NBBfbPMzTRZYdq6-rPHNcnXr-SFKUpe63IlvuMSCSRZJ26XgdGLw6tMmpMJ56JP-Fk',
      ...secrets,
      ...operatorEnv,
    }
    await seedDemo(database.db, new Date(), readConfig(env, null).config, [secrets.AUTH_SECRET])
    await skipCanaries(database.db)
    product = await startProcess(env)
    Object.assign(besieged, siege(home), { said: () => product.said() })
  }, 120_000)
  afterAll(async () => {
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return besieged
}

/**
 * No canary is due: by day (10 to 16) one would be sent to each postcode, and nothing answers for the SMS provider here, so
 * that /halsa/larm would rightly say 503.
 */
async function skipCanaries(db: Database) {
  const now = new Date()
  const over = { origin: 'canary', is_test: true, status: 'cancelled', closed_at: now } as const
  for (const { code } of await db.selectFrom('postcodes').select('code').where('state', '=', 'open').execute()) {
    await placeAlarm({ db }, now, { ...over, postcode: code })
  }
}

function siege(home: string) {
  const ask = async ({ path, method = 'GET', cookie = '', form, headers = {} }: Asked): Promise<Answer> => {
    const body = form && new URLSearchParams(form.map(([name, value]) => [name, value])).toString()
    const sent = {
      ...(cookie && { cookie }),
      ...(method !== 'GET' && { origin: home }),
      ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    }
    const answer = await send(home, { path, method, headers: sent, body })
    for (const [name, secret] of Object.entries(secrets)) {
      const said = answer.body + JSON.stringify(answer.headers)
      if (said.includes(secret)) throw new Error(`${method} ${path} answered with ${name}`)
    }
    const [type = ''] = answer.headers['content-type'] ?? []
    if (answer.body && (type === '' || (/^text\/|[/+]xml/.test(type) && !type.includes('charset=')))) {
      throw new Error(`${method} ${path} answered with words in no named encoding: "${type}"`)
    }
    return answer
  }
  const cookieOf = ({ headers }: Answer, before = '') =>
    cookieHeader([...before.split('; ').filter(Boolean), ...(headers['set-cookie'] ?? [])])

  return {
    home,
    ask,
    async logIn(email: string, password = demoLogins[0]?.password ?? '') {
      const form = [
        ['intent', 'login'],
        ['email', email],
        ['password', password],
      ] as const
      const first = await ask({ path: '/auth', method: 'POST', form })
      if (!first.location.includes('second-factor')) return cookieOf(first)
      const code = [['code', demoCode(new Date())]] as const
      const between = cookieOf(first)
      return cookieOf(await ask({ path: '/auth/second-factor', method: 'POST', cookie: between, form: code }), between)
    },
    async enterAsGuard() {
      // Like a browser: a GET sets the cookie that identifies the browser when the button is pressed.
      const seen = cookieOf(await ask({ path: demoGuardLink }))
      const secret = new URL(demoGuardLink, home).searchParams.get('nyckel') ?? ''
      const form = [
        ['intent', 'open'],
        ['nyckel', secret],
      ] as const
      return cookieOf(await ask({ path: '/vakt/in', method: 'POST', cookie: seen, form }), seen)
    },
  }
}

type Sent = { path: string; method: string; headers: Record<string, string>; body: string | undefined }

/** Raw HTTP instead of fetch, which normalises addresses, refuses methods and never ends a stream. */
function send(home: string, { path, method, headers, body }: Sent): Promise<Answer> {
  const { hostname, port } = new URL(home)
  return new Promise((resolve, reject) => {
    const asked = httpRequest({ hostname, port, path, method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      const done = () => {
        const { statusCode: status = 0, headersDistinct } = answer
        const location = answer.headers.location ?? ''
        resolve({
          status,
          location,
          body: Buffer.concat(chunks).toString(),
          headers: headersDistinct as Answer['headers'],
        })
        asked.destroy()
      }
      // An event stream never ends: the headers are the answer.
      if (answer.headers['content-type']?.startsWith('text/event-stream')) return done()
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', done)
      answer.on('error', reject)
    })
    asked.on('error', reject)
    asked.setTimeout(30_000, () => asked.destroy(new Error(`${method} ${path} was not answered`)))
    asked.end(body)
  })
}
