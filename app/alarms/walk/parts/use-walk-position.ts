import { useEffect, useRef, useState } from 'react'
import { href } from 'react-router'
import { calledOffAfter } from '~/platform/time-limit'
import type { Walk } from '../walk-store.server'

export type SharingState = 'off' | 'looking' | 'sent' | 'refused' | 'not found' | 'over'

/** What the server answers when the walk is over, or the member no longer shares the position. */
const walkIsOver = 422

/** Often enough to find a person on foot, seldom enough to spare the battery. */
const every = 20_000

/**
 * Sends the phone's position while the page is open and sharing is on. No retries: the next position is newer. Once the
 * server has said that the walk or the sharing is over, or nobody is logged in, it stops at once, also on a page that is
 * hidden, and goes on only if the page has been loaded since and still shows the walk. Any other refusal is passing: the
 * alarm that comes when nobody gets home needs the last position.
 */
export function useWalkPosition(walk: Walk, look: () => unknown): SharingState {
  const [state, setState] = useState<SharingState>('off')
  const [refusedFor, setRefusedFor] = useState<Walk | null>(null)
  const now = useRef({ walk, look })
  const sentAt = useRef(Number.NEGATIVE_INFINITY)
  now.current = { walk, look }
  const isShared = walk.sharesPosition
  // Each load gives a new object.
  const isRefused = refusedFor === walk
  useEffect(() => {
    if (isRefused) void now.current.look()
  }, [isRefused])
  useEffect(() => {
    if (!isShared) return setState('off')
    if (isRefused) return setState('over')
    if (!('geolocation' in navigator)) return setState('not found')
    setState('looking')
    const watch = navigator.geolocation.watchPosition(
      ({ coords }) => {
        if (performance.now() - sentAt.current < every) return
        sentAt.current = performance.now()
        void post(coords).then((became) => {
          if (became === 'over') setRefusedFor(now.current.walk)
          else setState(became)
        })
      },
      ({ code, PERMISSION_DENIED }) => setState(code === PERMISSION_DENIED ? 'refused' : 'not found'),
      { enableHighAccuracy: true, maximumAge: 10_000, timeout: 20_000 },
    )
    return () => navigator.geolocation.clearWatch(watch)
  }, [isShared, isRefused])
  return state
}

async function post({ latitude, longitude, accuracy }: GeolocationCoordinates): Promise<SharingState> {
  const body = new URLSearchParams({
    latitude: String(latitude),
    longitude: String(longitude),
    accuracy: String(accuracy),
  })
  const address = href('/dashboard/customer/safety/walk/position')
  // Following the redirect to the login page would give a 200.
  const sending = { method: 'POST', body, redirect: 'manual', signal: calledOffAfter(10_000) } as const
  const answer = await fetch(address, sending).catch(() => null)
  if (answer?.type === 'opaqueredirect' || answer?.status === walkIsOver) return 'over'
  return answer?.ok ? 'sent' : 'not found'
}
