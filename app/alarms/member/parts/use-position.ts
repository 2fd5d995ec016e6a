import { useCallback, useEffect, useRef, useState } from 'react'
import type { Position } from '../../offline/kept/kept-alarms'

export type PositionState = 'not asked' | 'looking' | 'found' | 'refused' | 'not found'

/** The phone's position. Requested only when the member asks for it; sending never waits for it. */
export function usePosition() {
  const [state, setState] = useState<PositionState>('not asked')
  const position = useRef<Position | null>(null)
  const watch = useRef<number>(undefined)

  const forget = useCallback(() => {
    if (watch.current !== undefined) navigator.geolocation.clearWatch(watch.current)
    watch.current = undefined
    position.current = null
    setState('not asked')
  }, [])

  const ask = useCallback(() => {
    if (watch.current !== undefined) return
    if (!('geolocation' in navigator)) return setState('not found')
    setState('looking')
    watch.current = navigator.geolocation.watchPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        position.current = { latitude, longitude, accuracy }
        setState('found')
      },
      ({ code, PERMISSION_DENIED }) => {
        // If the signal is lost later, the last fix is still the best there is.
        if (!position.current) setState(code === PERMISSION_DENIED ? 'refused' : 'not found')
      },
      { enableHighAccuracy: true, maximumAge: 10_000, timeout: 20_000 },
    )
  }, [])

  useEffect(() => forget, [forget])
  const current = useCallback(() => position.current, [])
  return { state, ask, forget, current }
}

/** Whether geolocation permission was granted before, so that asking shows no prompt to a frightened person. */
export async function saidYesBefore(): Promise<boolean> {
  // Safari before 16 has no Permissions API for this; there a press on 'Där jag är nu' asks.
  const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null)
  return permission?.state === 'granted'
}
