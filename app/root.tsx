import type { ReactNode } from 'react'
import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
} from 'react-router'
import { noteFault } from '~/door/note-fault.server'
import { useDrawnPlain } from '~/door/parts/use-drawn-plain'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { takeNotice } from '~/platform/http/notice.server'
import { requestOrigin } from '~/platform/http/origin'
import {
  ErrorPage,
  faultNumbered,
  NotFound,
  numberOfFault,
  PublicLayout,
  saidAtTheDoor,
  useArrivalFocus,
} from '~/shell/public'
import { NoticeArea, showNotice } from '~/ui/notice'
import type { Route } from './+types/root'
import { useAlarmWithoutLine } from './alarms/public'
import plainScript from './entry.plain?worker&url'
import { isLostLine, keepWhatIsShown, keepWhatIsTyped, useComingBack } from './live/public'
// Not imported from the slice's public door, which would add the lists of shifts to every hydrated page.
import { useLateStops } from './patrols/walk/parts/use-late-stops'
import '~/ui/styles/styles.css'
import '~/pictures/pictures.css'
// Here and not in the pages that need it: a second stylesheet is one more request on a bad connection.
import './alarms/alarms.css'

export const clientMiddleware = [keepWhatIsTyped(showNotice), keepWhatIsShown]

export async function loader(asked: Route.LoaderArgs) {
  try {
    return await readFrame(asked)
  } catch (error) {
    // The visitor closed the connection: not a fault.
    if (!asked.request.signal.aborted) noteFault(error, asked)
    throw faultNumbered(asked.context.get(visitorContext).requestId)
  }
}

async function readFrame({ request, context }: Route.LoaderArgs) {
  const { config } = context.get(houseContext)
  const { requestId, signedIn } = context.get(visitorContext)
  const waiting = await takeNotice(request)
  const origin = requestOrigin(config.origin, request.headers.get('host'), config.mode === 'demo')
  return data(
    { origin, requestId, signedIn: signedIn !== null, notice: waiting && { ...waiting.notice, id: requestId } },
    waiting ? { headers: { 'Set-Cookie': waiting.cookie } } : {},
  )
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  return (
    <html lang="sv">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#FBF7EF" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0E1714" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
        <Links />
      </head>
      <body>
        <NoticeArea notice={root?.notice ?? null} />
        {children}
        {useDrawnPlain() ? (
          <script type="module" fetchPriority="low" src={plainScript} />
        ) : (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  )
}

export default function App() {
  useArrivalFocus()
  useLateStops()
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const root = useRouteLoaderData<typeof loader>('root')
  const status = isRouteErrorResponse(error) ? error.status : 500
  const isLost = isLostLine(error)
  useComingBack(isLost)
  useAlarmWithoutLine(isLost)
  if (isLost) return <ErrorPage comesBack />
  if (status !== 404 && status !== 410) {
    return <ErrorPage reference={numberOfFault(error) ?? root?.requestId} said={saidAtTheDoor(error)} />
  }
  return (
    <PublicLayout signedIn={root?.signedIn ?? false}>
      <NotFound gone={status === 410} />
    </PublicLayout>
  )
}
