import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { freePort } from '../product-process'
import { type Driver, type Engine, phone } from './driver'

const driver = '/usr/bin/WebKitWebDriver'
const screen = '/usr/bin/Xvfb'
const browsers = ['4.1', '4.0', '6.0'].map((version) => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${version}/MiniBrowser`)
const binary = browsers.find((path) => existsSync(path))

/** Debian's WebKit (webkit2gtk-driver, xvfb), driven by WebDriver. JavaScript cannot be turned off in it. */
export const webkit: Engine = {
  name: 'WebKit',
  missing: [driver, screen].find((path) => !existsSync(path)) ?? (binary ? null : 'no MiniBrowser'),
  async open() {
    const port = await freePort()
    const display = `:${port}`
    const env = { ...process.env, DISPLAY: display, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }
    const processes = [
      spawn(screen, [display, '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], { stdio: 'ignore' }),
      spawn(driver, [`--port=${port}`], { stdio: 'ignore', env }),
    ]
    const ended = Promise.all(processes.map((each) => new Promise((resolve) => each.once('exit', resolve))))
    const options = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } }
    const address = `http://127.0.0.1:${port}/session`
    const { sessionId } = await untilThere(() =>
      ask<{ sessionId: string }>('POST', address, { capabilities: { alwaysMatch: options } }),
    )
    const session = `${address}/${sessionId}`
    await ask('POST', `${session}/window/rect`, phone)
    return {
      goTo: (url) => ask('POST', `${session}/url`, { url }),
      run: <Answer>(source: string, argument: unknown) =>
        ask<Answer>('POST', `${session}/execute/sync`, {
          script: `return (${source})(arguments[0])`,
          args: [argument],
        }),
      act: (actions) => ask('POST', `${session}/actions`, { actions }),
      async close() {
        await ask('DELETE', session)
        for (const each of processes) each.kill()
        await ended
      },
    } satisfies Driver
  },
}

async function ask<Value = void>(method: string, address: string, body?: object): Promise<Value> {
  const answer = await fetch(address, { method, body: body ? JSON.stringify(body) : undefined })
  const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } }
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}

/** Retries while the driver and its virtual screen start. */
async function untilThere<Value>(asks: () => Promise<Value>, tries = 40): Promise<Value> {
  try {
    return await asks()
  } catch (error) {
    if (tries === 0) throw error
    await new Promise((resolve) => setTimeout(resolve, 250))
    return untilThere(asks, tries - 1)
  }
}
