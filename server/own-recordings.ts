import { serveStatic } from '@hono/node-server/serve-static'
import type { Context } from 'hono'
import { recordingFolder } from './voice'

const hour = 3_600
export const keptAnHour = (_: string, c: Context) => c.header('Cache-Control', `public, max-age=${hour}`)

/** An operator's recordings, in the place of ours of the same name; what is not among them is asked for further on. */
export const ownRecordings = (folder: string) =>
  serveStatic({
    root: folder,
    rewriteRequestPath: (path) => path.slice(recordingFolder.length),
    onFound: keptAnHour,
  })
