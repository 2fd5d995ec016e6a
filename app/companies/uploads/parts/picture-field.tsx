import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { describedBy, FieldFrame } from '~/ui/form/field-frame'
import { useField } from '~/ui/form/form'
import { useHydrated } from '~/ui/form/hydrated'
import { centred } from '../crop'
import { Cropper } from './cropper'
import { fitForSending, isTooLarge } from './shrink-picture'
import { useSendingWhenReady } from './use-sending-when-ready'

// Without HEIC on purpose: an iPhone then converts the photo to JPEG itself.
const accepted = 'image/jpeg,image/png,image/webp'

/** `shows`: the caption of the preview, "Så blir logotypen". */
type Props = { ratio: number; shows: string }

/** A file field is empty after a refusal without JavaScript, whatever the refusal was about. */
const chooseAgain = 'Välj bilden igen. Den följer inte med när sidan visas på nytt.'

/** A file field, with a cropper once JavaScript runs. */
export function PictureField({ ratio, shows }: Props) {
  const answered = useField('picture')
  const hydrated = useHydrated()
  const [ownMessage, setOwnMessage] = useState<string>()
  const lost = answered.sent && !hydrated ? chooseAgain : undefined
  const field = { ...answered, message: ownMessage ?? answered.message ?? lost }
  const hint = 'JPEG, PNG eller WebP, högst 5 MB.'
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [crop, setCrop] = useState(centred)
  const [preparing, setPreparing] = useState(false)
  useEffect(() => () => picture?.close(), [picture])
  const input = useRef<HTMLInputElement>(null)
  useSendingWhenReady(input, preparing)

  async function show(event: ChangeEvent<HTMLInputElement>) {
    const input = event.currentTarget
    setCrop(centred)
    setPreparing(input.files?.[0] !== undefined)
    const { shown, isLatest } = await fitForSending(input)
    // Race: another file was chosen meanwhile, and is being prepared.
    if (!isLatest) return
    const refused = isTooLarge(input)
    // The request would be refused for its size before any page could answer.
    if (refused) input.value = ''
    setOwnMessage(refused ? 'Filen är större än 5 MB. Välj en mindre, eller ta en skärmbild av den.' : undefined)
    setPicture(refused ? null : shown)
    setPreparing(false)
  }

  return (
    <>
      <FieldFrame field={field} label="Bild" hint={hint}>
        <div className="control">
          <input
            {...describedBy(field, hint)}
            ref={input}
            type="file"
            id={field.id}
            name="picture"
            accept={accepted}
            onChange={show}
            className="w-full min-w-0 p-1.5 text-small file:mr-3 file:min-h-10 file:cursor-pointer file:rounded-[7px] file:border-0 file:bg-mist file:px-4 file:font-semibold file:text-ink"
          />
        </div>
      </FieldFrame>
      <p role="status" className={preparing ? 'text-soft' : 'sr-only'}>
        {preparing ? 'Förbereder bilden...' : ''}
      </p>
      {picture ? <Cropper {...{ picture, crop, ratio, shows }} onChange={setCrop} /> : null}
    </>
  )
}
