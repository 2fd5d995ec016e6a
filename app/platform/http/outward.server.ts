import * as http from 'node:http'
import * as https from 'node:https'
import type { Unanswered, Undelivered } from '../delivery'

export type Answer = { status: number; text: string; headers: http.IncomingHttpHeaders }

export type Question = { method: string; headers?: Record<string, string>; body?: string | Uint8Array }

/** Shorter than any server keeps a quiet line open, or a message is lost on one that has just been closed. */
const quietMs = 3_000
export type Client = {
  request: typeof http.request | typeof https.request
  agent: http.Agent
  /** What is answered is not read, but for its status. */
  headersOnly?: true
  mostHeaderBytes?: number
  /** Where an answer may be longer than what we ask for elsewhere. */
  mostBytes?: number
}
/** How a question goes out, by the protocol of its address. */
export type Way = Record<'http:' | 'https:', Client>

// Not `fetch`, which costs several times as much: an alarm asks once for every phone that it rings.
const keptLines: Way = {
  'http:': { request: http.request, agent: new http.Agent({ keepAlive: true, timeout: quietMs }) },
  'https:': { request: https.request, agent: new https.Agent({ keepAlive: true, timeout: quietMs }) },
}
/** More than any answer of theirs; what is longer comes from somebody else. */
const mostBytes = 1_000_000

/**
 * A request to somebody else's server, given up after a while. Where it never left, it may be better next time; where it did,
 * silence and a cut line say nothing about whether it was carried out.
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
  // Read while the time runs: a server that stops in the middle of its answer has not answered.
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

/** A word for the outbox: "ECONNREFUSED", "no answer in time". Never the address, which may hold a secret. */
function reasonOf(error: unknown): string {
  const { name, code } = error as { name?: string; code?: string }
  if (name === 'AbortError' || name === 'TimeoutError') return 'no answer in time'
  return code ?? 'no answer'
}
