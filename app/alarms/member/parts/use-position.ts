import { useCallback, useEffect, useRef, useState } from 'react'
import type { Position } from '../../offline/kept/kept-alarms'

export type PositionState = 'not asked' | 'looking' | 'found' | 'refused' | 'not found'

/** Where the phone is, asked for when the member says so and never waited for. */
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
        // A fix that is lost again is still the best there is.
        if (!position.current) setState(code === PERMISSION_DENIED ? 'refused' : 'not found')
      },
      { enableHighAccuracy: true, maximumAge: 10_000, timeout: 20_000 },
    )
  }, [])

  useEffect(() => forget, [forget])
  const current = useCallback(() => position.current, [])
  return { state, ask, forget, current }
}

/** Whether this phone has said yes before, so that asking it puts no question in the way of somebody who is frightened. */
export async function saidYesBefore(): Promise<boolean> {
  // Safari before 16 cannot be asked; there a press on 'Där jag är nu' asks.
  const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null)
  return permission?.state === 'granted'
}
