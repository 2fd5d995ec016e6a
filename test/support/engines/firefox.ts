import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Driver, type Engine, phone } from './driver'

const program = process.env.FIREFOX ?? '/usr/bin/firefox-esr'

/** Debian's Firefox, driven by WebDriver BiDi, which it has built in. */
export const firefox: Engine = {
  name: 'Firefox',
  missing: existsSync(program) ? null : `no ${program}`,
  async open(javaScriptEnabled) {
    const profile = mkdtempSync(join(tmpdir(), 'kvartera-firefox-'))
    const quiet = ['app.update.auto', 'datareporting.policy.dataSubmissionEnabled', 'extensions.update.enabled']
    const prefs = { 'javascript.enabled': javaScriptEnabled, 'browser.shell.checkDefaultBrowser': false }
    const lines = [...quiet.map((name) => [name, false] as const), ...Object.entries(prefs)]
    writeFileSync(join(profile, 'user.js'), lines.map(([name, value]) => `user_pref("${name}", ${value});\n`).join(''))
    const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', 'about:blank']
    const browser = spawn(program, args, {
      env: { ...process.env, HOME: profile },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const ended = new Promise((resolve) => browser.once('exit', resolve))
    const line = await openLine(`${await addressOf(browser)}/session`)
    const { contexts } = await line.send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
    const context = contexts[0]?.context
    await line.send('browsingContext.setViewport', { context, viewport: phone })
    return {
      async goTo(url) {
        const go = () => line.send('browsingContext.navigate', { context, url, wait: 'complete' })
        // The page's own navigation may abort ours; then it is tried once more.
        await go().catch((error: Error) => {
          if (!error.message.includes('NS_BINDING_ABORTED')) throw error
          return go()
        })
      },
      async run<Answer>(source: string, argument: unknown) {
        const { result, exceptionDetails } = await line.send<Called>('script.callFunction', {
          functionDeclaration: `(json) => JSON.stringify((${source})(JSON.parse(json)) ?? null)`,
          arguments: [{ type: 'string', value: JSON.stringify(argument) }],
          // Without JavaScript the page is read in a sandbox; with it, in the page's own realm, where React's
          // properties are visible.
          target: javaScriptEnabled ? { context } : { context, sandbox: 'beside' },
          awaitPromise: false,
        })
        if (!result) throw new Error(exceptionDetails?.text ?? 'The page gave no answer')
        return JSON.parse(result.value) as Answer
      },
      act: (actions) => line.send('input.performActions', { context, actions }),
      async close() {
        line.close()
        browser.kill('SIGKILL')
        await ended
        rmSync(profile, { recursive: true, force: true })
      },
    } satisfies Driver
  },
}

type Called = { result?: { value: string }; exceptionDetails?: { text: string } }

function addressOf(browser: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    browser.stderr?.on('data', (piece) => {
      said += piece
      const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(said) ?? []
      if (address) resolve(address)
    })
    browser.once('exit', () => reject(new Error(`Firefox ended: ${said}`)))
  })
}

type Told = { id: number; type: 'success' | 'error'; result: unknown; message?: string }

async function openLine(address: string) {
  const socket = new WebSocket(address)
  const waiting = new Map<number, (told: Told) => void>()
  socket.onmessage = ({ data }) => {
    const told = JSON.parse(String(data)) as Told
    waiting.get(told.id)?.(told)
  }
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  let asked = 0
  async function send<Result = void>(method: string, params: object): Promise<Result> {
    const id = ++asked
    const told = await new Promise<Told>((resolve) => {
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, method, params }))
    })
    waiting.delete(id)
    if (told.type === 'error') throw new Error(`${method}: ${told.message}`)
    return told.result as Result
  }
  await send('session.new', { capabilities: {} })
  return { send, close: () => socket.close() }
}
