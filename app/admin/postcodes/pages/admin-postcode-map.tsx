import { href, Link } from 'react-router'
import { answerTo, orAnswer } from '~/door/answer.server'
import { answerRefused } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { houseContext } from '~/platform/http/contexts.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { readFormData } from '~/platform/http/read-form.server'
import { formatPostcode, MapPicture } from '~/postcodes/public'
import { typedValues } from '~/shared/form'
import { notThere } from '~/shared/outcome'
import { Card } from '~/ui/card'
import { TextField } from '~/ui/form/field'
import { describedBy, FieldFrame } from '~/ui/form/field-frame'
import { useField } from '~/ui/form/form'
import { loadedWords, loadMap, type MapForAdmin, readMapForAdmin, removeMap } from '../load-map.server'
import type { Route } from './+types/admin-postcode-map'

const addressOf = (code: string) => href('/dashboard/admin/postcodes/:code/map', { code })

export function meta({ matches, params }: Route.MetaArgs) {
  const title = `Karta för ${formatPostcode(params.code)}`
  return pageMeta(matches, {
    title,
    description: 'Områdena runt ett postnummer.',
    path: addressOf(params.code),
    hidden: true,
  })
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  return orAnswer(await readMapForAdmin(context.get(houseContext), signedIn, codeIn(params)))
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const house = context.get(houseContext)
  const code = codeIn(params)
  const form = await readFormData(request, ['load-map', 'remove-map'])
  if (form.get('intent') === 'remove-map') {
    await removeMap(house, signedIn, code)
    return redirectWithNotice(`${addressOf(code)}#top`, { tone: 'normal', title: 'Kartan är borttagen' })
  }
  const loaded = orAnswer(await loadMap(house, signedIn, code, form))
  if (!loaded.ok) return answerRefused(typedValues(form), loaded)
  const message = loadedWords(loaded.value)
  return redirectWithNotice(`${addressOf(code)}#top`, { tone: 'normal', title: 'Kartan är inlagd', message })
}

function codeIn({ code }: { code: string }): string {
  if (!/^\d{5}$/.test(code)) throw answerTo(notThere)
  return code
}

export default function AdminPostcodeMapPage({ loaderData: map, actionData }: Route.ComponentProps) {
  const { code, name } = map
  return (
    <>
      <p>
        <Link to={href('/dashboard/admin/postcodes/:code', { code })}>
          {formatPostcode(code)} {name}
        </Link>
      </p>
      <h1 className="mt-4 text-h2">Karta för {formatPostcode(code)}</h1>
      <p className="mt-3 max-w-[60ch] text-soft">
        Väktare ser den bredvid ett larm som har en plats. Vi ritar den själva: ingen annan får veta var någon är.
        Områden, till exempel stadsdelar, gör att de läser ”I Solberga, 640 m nordväst om mitten av Älvsjö”. Utan dem
        ritas bara mitten av postnumren, och orden säger avståndet därifrån.
      </p>
      <div className="mt-8 grid max-w-3xl gap-6">
        <Present map={map} answer={actionData} />
        <Card as="section" id="fil" aria-labelledby="fil-title" className="grid scroll-mt-6 gap-4">
          <h2 id="fil-title" className="text-h3">
            {map.source ? 'Byt områden' : 'Lägg in områden'}
          </h2>
          <ol className="grid list-decimal gap-2 pl-5">
            <li>
              Hämta en GeoJSON-fil med områden som har namn. Stockholms stad ger ut sina stadsdelar fritt (CC0) på{' '}
              <a href="https://dataportalen.stockholm.se/" rel="noreferrer" className="link wrap-anywhere">
                dataportalen.stockholm.se
              </a>
              . Filen får vara över hela staden: det som ligger inom 5 km från områdets mitt visas.
            </li>
            <li>Skriv vems områdena är och när filen hämtades. Det står under kartan tillsammans med dagens datum.</li>
            <li>Se efter att namnen här ovan stämmer. Varje postnummer har sin egen karta.</li>
          </ol>
          <IntentForm
            key={map.source}
            intent="load-map"
            section="fil"
            encType="multipart/form-data"
            answer={actionData}
            className="grid gap-5"
            submit={{ children: 'Lägg in kartan', busyText: 'Läser filen...' }}
          >
            <FileField />
            <TextField
              name="source"
              label="Källa"
              hint="Till exempel: Stockholms stad, stadsdelar, CC0, hämtad i november 2026."
              defaultValue={map.source ?? ''}
              maxLength={200}
              required
            />
          </IntentForm>
        </Card>
      </div>
    </>
  )
}

function Present({
  map: { drawn, source, areas, about, code },
  answer,
}: {
  map: MapForAdmin
  answer: FormAnswer | undefined
}) {
  return (
    <Card as="section" id="nu" aria-labelledby="nu-title" className="grid scroll-mt-6 gap-4">
      <h2 id="nu-title" className="text-h3">
        Så ser den ut
      </h2>
      {drawn ? (
        <MapPicture map={drawn} />
      ) : (
        <p>
          Vi vet inte var områdets mitt är. Skriv det på{' '}
          <Link to={`${href('/dashboard/admin/postcodes/:code', { code })}#uppgifter`}>sidan om postnumret</Link>.
        </p>
      )}
      <p className="text-soft">Under kartan står: {about.join(' ')}</p>
      {source ? (
        <>
          <p className="text-soft">
            {areas.length === 1 ? 'Ett område är inlagt' : `${areas.length} områden är inlagda`}, det närmaste först:{' '}
            {areas.join(', ')}.
          </p>
          <IntentForm
            intent="remove-map"
            section="nu"
            answer={answer}
            submit={{ children: 'Ta bort områdena', busyText: 'Tar bort...', variant: 'quiet', icon: 'trash' }}
          />
        </>
      ) : null}
    </Card>
  )
}

const hint = 'GeoJSON (WGS 84), högst 900 kB.'

function FileField() {
  const field = useField('file')
  return (
    <FieldFrame field={field} label="Fil" hint={hint}>
      <div className="control">
        <input
          {...describedBy(field, hint)}
          type="file"
          id={field.id}
          name="file"
          accept=".geojson,.json,application/geo+json,application/json"
          required
          className="w-full min-w-0 p-1.5 text-small file:mr-3 file:min-h-10 file:cursor-pointer file:rounded-[7px] file:border-0 file:bg-mist file:px-4 file:font-semibold file:text-ink"
        />
      </div>
    </FieldFrame>
  )
}
