import { z } from 'zod'
import { recordAudit } from '~/audit/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { drawMap, explainMap, mapLimits, mostAreas, nearAreas, readAreas } from '~/postcodes/public'
import { deleteLoadedMap, lockPostcode, readPostcode, readSurroundings, saveLoadedMap } from '~/postcodes/public.server'
import { line } from '~/shared/fields'
import { parseForm, typedValues } from '~/shared/form'
import { accepted, type NotThere, notThere, type Outcome, type ReadBy, refused } from '~/shared/outcome'

const failure = 'Kartan är inte inlagd'

const sourceForm = z.object({ source: line('Skriv vem som har gjort filen, och vad man får göra med den', 200) })

/** For an administrator: a postcode's map as guards see it, centred on the postcode. */
export async function readMapForAdmin({ db }: House, signedIn: SignedIn, code: string) {
  onlyAdmin(signedIn)
  const postcode = await readPostcode(db, code)
  if (!postcode) return notThere
  const { name, latitude, longitude } = postcode
  const around = await readSurroundings(db, code)
  const middle = latitude === null || longitude === null ? null : { latitude, longitude }
  // A large radius, to see whether the place is in the right part of the country.
  const drawn = middle && drawMap(middle, 1_500, around, [])
  return {
    code,
    name,
    source: around.loaded?.source ?? null,
    areas: around.areas.map((area) => area.name),
    drawn,
    about: explainMap(code, around.loaded, drawn ?? { areas: [] }),
  }
}

export type MapForAdmin = ReadBy<typeof readMapForAdmin>

/** An administrator replaces a postcode's districts by those of a file that are near it. */
export async function loadMap(
  { db: root, clock }: Pick<House, 'db' | 'clock'>,
  signedIn: SignedIn,
  code: string,
  sent: FormData,
): Promise<Outcome<{ kept: number; of: number }> | NotThere> {
  onlyAdmin(signedIn)
  const form = parseForm(sourceForm, typedValues(sent), failure)
  if (!form.ok) return form
  const text = await textOf(sent.get('file'))
  if (!text.ok) return text
  const read = readAreas(text.value)
  if (!read.ok) return refused(failure, { fields: { file: read.words } })
  return root.transaction().execute(async (db): Promise<Outcome<{ kept: number; of: number }> | NotThere> => {
    const postcode = await lockPostcode(db, code)
    if (!postcode) return notThere
    const { latitude, longitude } = postcode
    if (latitude === null || longitude === null)
      return refused(failure, { message: 'Skriv först var områdets mitt är, på sidan om postnumret.' })
    const areas = nearAreas(read.areas, { latitude, longitude })
    if (areas.length === 0)
      return refused(failure, { fields: { file: `Inget av filens ${read.areas.length} områden ligger inom 5 km.` } })
    const { source } = form.value
    await saveLoadedMap(db, code, { source, areas, loadedAt: clock.now() })
    const after = { source, areas: areas.length }
    const subject = { kind: 'postcode' as const, id: code }
    await recordAudit(db, { at: clock.now(), actor: signedIn, subject, deed: 'load map', before: {}, after })
    return accepted({ kept: areas.length, of: read.areas.length })
  })
}

/** An administrator removes the districts. */
export async function removeMap(
  { db: root, clock }: Pick<House, 'db' | 'clock'>,
  signedIn: SignedIn,
  code: string,
): Promise<Outcome<null>> {
  onlyAdmin(signedIn)
  return root.transaction().execute(async (db): Promise<Outcome<null>> => {
    if (await deleteLoadedMap(db, code)) {
      const subject = { kind: 'postcode' as const, id: code }
      await recordAudit(db, { at: clock.now(), actor: signedIn, subject, deed: 'remove map', before: {}, after: {} })
    }
    return accepted(null)
  })
}

/** The uploaded file as text. Refused if it is not UTF-8. */
async function textOf(sent: FormDataEntryValue | null): Promise<Outcome<string>> {
  const no = (words: string) => refused(failure, { fields: { file: words } })
  if (!(sent instanceof Blob) || sent.size === 0) return no('Välj en fil')
  if (sent.size > mapLimits.bytes) return no('Filen är större än 900 kB. Ta med färre områden, eller förenkla dem.')
  const bytes = await sent.arrayBuffer()
  try {
    return accepted(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return no('Filen är inte text i UTF-8.')
  }
}

/** The message after a successful upload. */
export function loadedWords({ kept, of }: { kept: number; of: number }): string {
  const inFile = of === 1 ? 'Filens enda område' : `${kept} av filens ${of} områden`
  return `${inFile} ligger inom 5 km och visas${kept === mostAreas ? ', de närmaste' : ''}.`
}
