import { useCallback, useEffect, useRef, useState } from 'react'

/** `asleep`: turned on, but the browser's autoplay policy blocks sound until the page is touched. */
export type SirenState = 'off' | 'asleep' | 'on'

const wanted = 'alarm-sound'
const everyMs = 2_400

/**
 * Repeats two tones while an alarm waits. The tones are synthesised, so no sound file can be missing. The returned
 * state is the browser's actual one, not the requested one.
 */
export function useSiren(rings: boolean) {
  const context = useRef<AudioContext | null>(null)
  const [state, setState] = useState<SirenState>('off')

  const wake = useCallback(async () => {
    context.current ??= new AudioContext()
    const audio = context.current
    audio.onstatechange = () => setState(audio.state === 'running' ? 'on' : 'asleep')
    await audio.resume().catch(() => {})
    setState(audio.state === 'running' ? 'on' : 'asleep')
  }, [])

  const turnOn = useCallback(async () => {
    keep(true)
    await wake()
    if (context.current?.state === 'running') sound(context.current, [880])
  }, [wake])

  const turnOff = useCallback(() => {
    keep(false)
    setState('off')
    void context.current?.close()
    context.current = null
  }, [])

  // The sound was on before a reload: the first touch of the page turns it on again.
  useEffect(() => {
    if (!isWanted()) return
    setState('asleep')
    const touched = () => void wake()
    // The page has already been touched, before this component was mounted.
    if (navigator.userActivation?.hasBeenActive) return touched()
    window.addEventListener('pointerdown', touched, { once: true })
    window.addEventListener('keydown', touched, { once: true })
    return () => {
      window.removeEventListener('pointerdown', touched)
      window.removeEventListener('keydown', touched)
    }
  }, [wake])

  useEffect(() => {
    if (!rings || state !== 'on') return
    const ring = () => context.current && sound(context.current, [988, 740, 988, 740])
    ring()
    const timer = setInterval(ring, everyMs)
    return () => clearInterval(timer)
  }, [rings, state])

  useEffect(() => () => void context.current?.close(), [])
  return { state, turnOn, turnOff }
}

function sound(audio: AudioContext, tones: number[]) {
  const loudness = audio.createGain()
  loudness.connect(audio.destination)
  const begin = audio.currentTime
  const length = 0.28
  loudness.gain.setValueAtTime(0.0001, begin)
  loudness.gain.exponentialRampToValueAtTime(0.5, begin + 0.02)
  loudness.gain.setValueAtTime(0.5, begin + tones.length * length - 0.05)
  loudness.gain.exponentialRampToValueAtTime(0.0001, begin + tones.length * length)
  const voice = audio.createOscillator()
  voice.type = 'triangle'
  voice.connect(loudness)
  for (const [index, tone] of tones.entries()) voice.frequency.setValueAtTime(tone, begin + index * length)
  voice.start(begin)
  voice.stop(begin + tones.length * length)
}

function isWanted(): boolean {
  try {
    return localStorage.getItem(wanted) === 'on'
  } catch {
    return false
  }
}

function keep(isOn: boolean) {
  try {
    localStorage.setItem(wanted, isOn ? 'on' : 'off')
  } catch {
    // Storage is blocked: the choice lasts while the page is open.
  }
}
