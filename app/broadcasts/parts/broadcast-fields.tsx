import { useState } from 'react'
import { consents, type Purpose, purposes, wideCharacters } from '~/outbox/public'
import { ChoiceCards, TextArea } from '~/ui/form/field'
import { longestText, partsShown, smsText } from '../broadcast'

type Props = {
  /** The partner's name; null for the administrators' own. */
  companyName: string | null
  /** The number of recipients by consent, where already known. */
  reach?: Record<Purpose, number>
}

/** The fields of a broadcast. With JavaScript the SMS parts are counted while typing; the server counts in any case. */
export function BroadcastFields({ companyName, reach }: Props) {
  const [written, setWritten] = useState({ purpose: 'safety_sms' as Purpose, text: '' })
  const sms = smsText({ ...written, companyName })
  const wide = wideCharacters(sms)
  return (
    <>
      <ChoiceCards
        name="purpose"
        legend="Vad är det?"
        columns={2}
        defaultValue="safety_sms"
        onChange={(purpose) => setWritten({ ...written, purpose: purpose as Purpose })}
        options={purposes.map((purpose) => ({
          value: purpose,
          title: consents[purpose].label,
          description: descriptions[purpose],
          note: reach && `${reach[purpose]} mottagare`,
        }))}
      />
      <TextArea
        name="text"
        label="Text"
        hint={`Högst ${longestText} tecken. Aldrig en adress, ett namn eller en position från ett larm.`}
        rows={5}
        required
        onChange={(event) => setWritten({ ...written, text: event.currentTarget.value })}
      />
      {written.text && (
        <p role="status" className="text-small text-soft">
          Med avsändare blir det {partsShown(sms)} per mottagare.
          {wide.length > 0 && ` Tecknet ${wide[0]} gör att det ryms mindre än hälften så mycket i varje del.`}
        </p>
      )}
    </>
  )
}

const descriptions = {
  safety_sms: 'Något som rör tryggheten i kvarteret just nu.',
  offers_sms: 'Något att köpa eller prova. Alla kan tacka nej genom att svara STOP.',
} as const satisfies Record<Purpose, string>
