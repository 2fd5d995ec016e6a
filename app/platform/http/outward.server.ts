import * as http from 'node:http'
import * as https from 'node:https'
import type { Unanswered, Undelivered } from '../delivery'

export type Answer = { status: number; text: string; headers: http.IncomingHttpHeaders }

export type Question = { method: string; headers?: Record<string, string>; body?: string | Uint8Array }

/**
 * Idle timeout of kept-alive connections. Shorter than any server's own, because a request on a connection that the
 * server has just closed is lost.
 */
const quietMs = 3_000
export type Client = {
  request: typeof http.request | typeof https.request
  agent: http.Agent
  /** Reads only the status of the answer. */
  headersOnly?: true
  mostHeaderBytes?: number
  /** Limit for the answer's body, if different from the default. */
  mostBytes?: number
}
/** How requests are sent, by the URL's protocol. */
export type Way = Record<'http:' | 'https:', Client>

// Not `fetch`, which costs several times as much: an alarm makes one request for every phone that it calls.
const keptLines: Way = {
  'http:': { request: http.request, agent: new http.Agent({ keepAlive: true, timeout: quietMs }) },
  'https:': { request: https.request, agent: new https.Agent({ keepAlive: true, timeout: quietMs }) },
}
/** Default limit in bytes: more than any legitimate answer. */
const mostBytes = 1_000_000

/**
 * An HTTP request to an external server, with a timeout. If the request was never sent completely the result is
 * temporary; otherwise a timeout or broken connection does not tell whether it was carried out (`Unanswered`).
 */
export async function ask(
  url: string,
  question: Question,
  patience: number,
  way = keptLines,
): Promise<Answer | Undelivered | Unanswered> {
  const sent = { whole: false }
  try {
    return await answerTo(new URL(url), question, way, AbortSignal.timeout(patience), sent)
  } catch (error) {
    return { kind: sent.whole ? 'unanswered' : 'temporary', reason: reasonOf(error) }
  }
}

async function answerTo(
  url: URL,
  { method, headers = {}, body }: Question,
  way: Way,
  signal: AbortSignal,
  sent: { whole: boolean },
): Promise<Answer> {
  const {
    request,
    agent,
    headersOnly,
    mostHeaderBytes,
    mostBytes: limit = mostBytes,
  } = way[url.protocol === 'http:' ? 'http:' : 'https:']
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const options = { method, agent, signal, maxHeaderSize: mostHeaderBytes, headers: { ...headers, ...length } }
    const asked = request(url, options, resolve)
    asked.once('error', reject)
    asked.once('finish', () => {
      sent.whole = true
    })
    asked.end(body)
  })
  if (headersOnly) {
    answer.destroy()
    return { status: answer.statusCode ?? 0, text: '', headers: answer.headers }
  }
  // The timeout covers reading too: a server that stops in the middle of its answer has not answered.
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > limit) throw Object.assign(new Error('too long an answer'), { code: 'too long an answer' })
    chunks.push(chunk)
  }
  return { status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8'), headers: answer.headers }
}

export const isAnswer = (asked: Answer | Undelivered | Unanswered): asked is Answer => 'status' in asked

/** A short reason for the outbox: "ECONNREFUSED", "no answer in time". Never the URL, which may contain a secret. */
function reasonOf(error: unknown): string {
  const { name, code } = error as { name?: string; code?: string }
  if (name === 'AbortError' || name === 'TimeoutError') return 'no answer in time'
  return code ?? 'no answer'
}
