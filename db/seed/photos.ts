import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { makePhoto, photoFailure } from '~/companies/photos/make-photo.server'
import { insertPhoto } from '~/companies/photos/photo-store.server'
import { centred } from '~/companies/uploads/crop'
import { keepFile } from '~/companies/uploads/kept-files.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { photoScenes } from './photo-scenes'

type Photo = { scene: keyof typeof photoScenes; alt: string; service?: string }

const company = 'Lind Städ & Hem'
const photos: Photo[] = [
  { scene: 'cleanRoom', alt: 'Tecknad bild av ett nystädat vardagsrum med mopp och hink' },
  { scene: 'cargoBike', alt: 'Tecknad bild av en lådcykel med borstar utanför ett rött hus' },
  { scene: 'cleanWindow', alt: 'Tecknad bild av ett fönster som putsas', service: 'Fönsterputs, lägenhet' },
]

type Drawn = Photo & { url: string; cardUrl: string }

/**
 * Draws the pictures of one demo company through the usual upload path, so that files and sizes are as everywhere.
 * Needs no database, so it runs while the demo is seeded.
 */
export async function drawPhotos(house: Pick<House, 'files' | 'log'>): Promise<Drawn[]> {
  return Promise.all(photos.map(async (photo) => ({ ...photo, ...(await draw(house, photoScenes[photo.scene])) })))
}

export async function hangPhotos({ db, clock }: Pick<House, 'db' | 'clock'>, drawn: readonly Drawn[]): Promise<void> {
  const { id: companyId } = await db
    .selectFrom('companies')
    .select('id')
    .where('name', '=', company)
    .executeTakeFirstOrThrow()
  let place = 1
  for (const { alt, service, url, cardUrl } of drawn) {
    const serviceId = service ? await readServiceId(db, companyId, service) : null
    const photo = { id: randomUUID(), serviceId, alt, url, cardUrl }
    await insertPhoto(db, companyId, photo, service ? 1 : place++, clock.now())
  }
}

async function draw(house: Pick<House, 'files' | 'log'>, scene: string) {
  const drawn = await makePhoto(
    await sharp(Buffer.from(scene)).png({ compressionLevel: 1 }).toBuffer(),
    centred,
    house.log,
  )
  if (!drawn.ok) throw new Error(`A picture of the demo was refused: ${JSON.stringify(drawn.fields)}`)
  const page = await keepFile(house, drawn.value.page, photoFailure)
  const card = await keepFile(house, drawn.value.card, photoFailure)
  if (!page.ok || !card.ok) throw new Error('A picture of the demo could not be kept')
  return { url: page.value, cardUrl: card.value }
}

async function readServiceId(db: Database, companyId: string, title: string): Promise<string> {
  const { id } = await db
    .selectFrom('services')
    .select('id')
    .where('company_id', '=', companyId)
    .where('title', '=', title)
    .executeTakeFirstOrThrow()
  return id
}
