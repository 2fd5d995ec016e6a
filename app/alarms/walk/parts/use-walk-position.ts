import { useEffect, useState } from 'react'
import { href } from 'react-router'
import { calledOffAfter } from '~/platform/time-limit'

export type SharingState = 'off' | 'looking' | 'sent' | 'refused' | 'not found'

/** Often enough to find a person on foot, seldom enough to spare the battery. */
const every = 20_000

/** Sends the phone's position while the page is open and sharing is on. No retries: the next position is newer. */
export function useWalkPosition(isShared: boolean): SharingState {
  const [state, setState] = useState<SharingState>('off')
  useEffect(() => {
    if (!isShared) return setState('off')
    if (!('geolocation' in navigator)) return setState('not found')
    setState('looking')
    let sentAt = Number.NEGATIVE_INFINITY
    const watch = navigator.geolocation.watchPosition(
      ({ coords }) => {
        if (performance.now() - sentAt < every) return
        sentAt = performance.now()
        void post(coords).then(setState)
      },
      ({ code, PERMISSION_DENIED }) => setState(code === PERMISSION_DENIED ? 'refused' : 'not found'),
      { enableHighAccuracy: true, maximumAge: 10_000, timeout: 20_000 },
    )
    return () => navigator.geolocation.clearWatch(watch)
  }, [isShared])
  return state
}

async function post({ latitude, longitude, accuracy }: GeolocationCoordinates): Promise<SharingState> {
  const body = new URLSearchParams({
    latitude: String(latitude),
    longitude: String(longitude),
    accuracy: String(accuracy),
  })
  const address = href('/dashboard/customer/safety/walk/position')
  const answer = await fetch(address, { method: 'POST', body, signal: calledOffAfter(10_000) }).catch(() => null)
  return answer?.ok ? 'sent' : 'not found'
}
