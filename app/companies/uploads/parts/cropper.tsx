import { type PointerEvent, useEffect, useRef } from 'react'
import { type Crop, cut, dragged, largestZoom } from '../crop'

/** The width of the canvas, twice its displayed width (for displays of 2x). */
const drawnWidth = 512

type Props = { picture: ImageBitmap; crop: Crop; ratio: number; shows: string; onChange: (crop: Crop) => void }

/** Chooses the part to keep: by dragging, or by sliders, whose values the form sends. */
export function Cropper({ picture, crop, ratio, shows, onChange }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const held = useRef<{ x: number; y: number } | null>(null)
  const size = { width: picture.width, height: picture.height }
  const drawnHeight = drawnWidth / ratio

  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const { left, top, width, height } = cut(picture, crop, ratio)
    context.clearRect(0, 0, drawnWidth, drawnHeight)
    context.drawImage(picture, left, top, width, height, 0, 0, drawnWidth, drawnHeight)
  }, [picture, crop, ratio, drawnHeight])

  function take(event: PointerEvent<HTMLCanvasElement>) {
    event.currentTarget.setPointerCapture(event.pointerId)
    held.current = { x: event.clientX, y: event.clientY }
  }
  function drag(event: PointerEvent<HTMLCanvasElement>) {
    if (!held.current) return
    const scale = cut(size, crop, ratio).width / event.currentTarget.clientWidth
    const by = { x: (event.clientX - held.current.x) * scale, y: (event.clientY - held.current.y) * scale }
    held.current = { x: event.clientX, y: event.clientY }
    onChange(dragged(size, crop, by, ratio))
  }
  function letGo() {
    held.current = null
  }

  const part = cut(size, crop, ratio)
  return (
    <div className="grid items-center gap-6 sm:grid-cols-[auto_1fr]">
      <div className="grid justify-items-center gap-2">
        <canvas
          ref={canvas}
          width={drawnWidth}
          height={drawnHeight}
          role="img"
          aria-label={shows}
          onPointerDown={take}
          onPointerMove={drag}
          onPointerUp={letGo}
          onPointerCancel={letGo}
          className="w-56 cursor-grab touch-none rounded-card bg-mist active:cursor-grabbing"
        />
        <p className="text-small text-soft">Så blir den. Dra i bilden för att flytta.</p>
      </div>
      <div className="grid min-w-0 gap-4">
        <Slider
          name="cropZoom"
          label="Storlek"
          min={1}
          max={largestZoom}
          step={0.01}
          value={crop.zoom}
          onChange={(zoom) => onChange({ ...crop, zoom })}
        />
        <Slider
          name="cropX"
          label="I sidled"
          value={crop.x}
          still={size.width === part.width}
          onChange={(x) => onChange({ ...crop, x })}
        />
        <Slider
          name="cropY"
          label="I höjdled"
          value={crop.y}
          still={size.height === part.height}
          onChange={(y) => onChange({ ...crop, y })}
        />
      </div>
    </div>
  )
}

type SliderProps = {
  name: string
  label: string
  min?: number
  max?: number
  step?: number
  value: number
  /** There is no free space to move in. */
  still?: boolean
  onChange: (value: number) => void
}

function Slider({ name, label, min = 0, max = 100, step = 0.5, value, still, onChange }: SliderProps) {
  return (
    <label className="grid gap-1">
      <span className={`text-small font-semibold ${still ? 'text-soft' : ''}`}>{label}</span>
      <input
        type="range"
        name={name}
        {...{ min, max, step, value }}
        disabled={still}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
        className="h-12 w-full min-w-0 cursor-pointer accent-spruce disabled:cursor-default disabled:opacity-50"
      />
    </label>
  )
}
