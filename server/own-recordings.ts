import { serveStatic } from '@hono/node-server/serve-static'
import type { Context } from 'hono'
import { recordingFolder } from './voice'

const hour = 3_600
export const keptAnHour = (_: string, c: Context) => c.header('Cache-Control', `public, max-age=${hour}`)

/**
 * An operator's recordings, which override ours of the same name. A file that is not among them falls through to the
 * next handler.
 */
export const ownRecordings = (folder: string) =>
  serveStatic({
    root: folder,
    rewriteRequestPath: (path) => path.slice(recordingFolder.length),
    onFound: keptAnHour,
  })
