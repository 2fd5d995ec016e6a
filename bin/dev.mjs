// `npm run dev`: the same server code, served from source by Vite with hot reload. A change under
// server/ restarts the process (--watch-path in package.json); one under app/ is picked up at once.
import { createServer as createHttpServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createServer as createVite } from 'vite'

process.env.NODE_ENV = 'development'
const httpServer = createHttpServer()
const vite = await createVite({
  configLoader: 'native',
  server: { middlewareMode: true, ws: { server: httpServer } },
  appType: 'custom',
})
const load = () => vite.ssrLoadModule('/server/index.ts')

const { openForDevelopment, stopOnSignal, ConfigError } = await load()
try {
  const { house, close, closeNow, logins } = await openForDevelopment((text) => console.log(`  ${text} …`))
  const { host, port, origin } = house.config

  httpServer.on('request', (request, response) => {
    vite.middlewares(request, response, async () => {
      try {
        // Loads the newest modules for each request: context tokens are compared by identity, so the server and the
        // pages must come from the same load.
        const { createDevelopmentHttp } = await load()
        await getRequestListener(createDevelopmentHttp(house).fetch)(request, response)
      } catch (error) {
        vite.ssrFixStacktrace(error)
        console.error(error)
        response.writeHead(500).end('The server failed; see the terminal.')
      }
    })
  })
  httpServer.listen(port, host, () => {
    console.log(`\n  Kvartera is open for development at ${origin}\n`)
    for (const { who, email, password } of logins) console.log(`    ${who.padEnd(14)} ${email}  ${password}`)
  })

  // Vite's router plugin exits before asynchronous clean-up is done, so the synchronous part runs on 'exit'.
  process.on('exit', closeNow)
  stopOnSignal({
    noticeMs: 0,
    log: house.log,
    async stop() {
      await vite.close()
      await close()
      return true
    },
  })
} catch (error) {
  console.error(error instanceof ConfigError ? `\n  ${error.message}\n` : error)
  process.exit(1)
}
