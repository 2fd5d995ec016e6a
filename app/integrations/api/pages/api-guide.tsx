import { href } from 'react-router'
import { declineReasons } from '~/alarms/public'
import { pageMeta } from '~/door/page-meta'
import { houseContext } from '~/platform/http/contexts.server'
import { namesOf } from '~/shared/chosen'
import { Card } from '~/ui/card'
import { eventWords } from '../../hooks/hook-events'
import { operations } from '../operations'
import { TryCard } from '../parts/try-card'
import type { Route } from './+types/api-guide'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'För egna system',
    description: 'Så kopplar ett bevakningsföretag sitt eget system till larmen.',
    path: href('/api'),
    hidden: true,
  })
}

export function loader({ context }: Route.LoaderArgs) {
  return { origin: context.get(houseContext).config.origin }
}

const description = href('/api/partner/openapi.json')

/** The guide for whoever connects a system to the API. Readable without scripts; with them one can try requests. */
export default function ApiGuide({ loaderData: { origin } }: Route.ComponentProps) {
  return (
    <div className="mx-auto grid grid-cols-1 max-w-4xl gap-10 px-4 py-10">
      <div className="grid grid-cols-1 gap-4">
        <h1 className="text-h1">För egna system</h1>
        <p className="prose-width text-lead text-soft">
          För bevakningsföretag som vill ta emot larm i sitt eget ledningssystem, och svara därifrån. Samma regler som
          på era sidor gäller: inget går att göra här som inte går där.
        </p>
        <p className="prose-width">
          Nycklar och mottagare skapar ni under <strong>Egna system</strong> i företagsportalen. Beskrivningen för
          program, OpenAPI 3.1: <a href={description}>{description}</a>
        </p>
      </div>

      <section aria-labelledby="fraga" className="grid grid-cols-1 gap-5">
        <h2 id="fraga" className="text-h2">
          Fråga och svara
        </h2>
        <ul className="grid grid-cols-1 list-disc gap-2 pl-5">
          <li>
            Skicka nyckeln i varje fråga: <code className="break-all">Authorization: Bearer kvk_…</code>
          </li>
          <li>
            Det ni skickar är JSON: <code>Content-Type: application/json</code>
          </li>
          <li>
            Ge frågan ett eget namn, så görs den en gång även om ni behöver fråga om: <code>Idempotency-Key: …</code>
          </li>
          <li>
            Fel är <code>application/problem+json</code> (RFC 9457). <code>detail</code> säger på svenska vad som är
            fel.
          </li>
        </ul>
        {namesOf(operations).map((name) => {
          const { method, path, summary, explains } = operations[name]
          return (
            <Card key={name} as="section" aria-labelledby={`op-${name}`} className="grid grid-cols-1 gap-2">
              <h3 id={`op-${name}`} className="text-h4">
                {summary}
              </h3>
              <p>
                <code className="break-all">
                  {method.toUpperCase()} {path}
                </code>
              </p>
              <p>{explains}</p>
              {examples[name] ? (
                <pre className="wrap-anywhere whitespace-pre-wrap rounded-control bg-mist p-3 text-small">
                  {examples[name]}
                </pre>
              ) : null}
            </Card>
          )
        })}
        <TryCard />
      </section>

      <section aria-labelledby="hora" className="grid grid-cols-1 gap-5">
        <h2 id="hora" className="text-h2">
          Få veta
        </h2>
        <p className="prose-width">
          Vi skickar JSON med POST till er mottagare, signerat enligt Standard Webhooks: <code>webhook-id</code>,{' '}
          <code>webhook-timestamp</code> och <code>webhook-signature</code>. Svara 2xx inom tio sekunder. Annars
          försöker vi igen, glesare och glesare, i sexton timmar. Svarar ni 410 slutar vi. Samma <code>webhook-id</code>{' '}
          kan komma två gånger, och i en annan ordning: <code>timestamp</code> säger när det hände.
        </p>
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
          {namesOf(eventWords).map((type) => (
            <div key={type} className="contents">
              <dt>
                <code className="break-all">{type}</code>
              </dt>
              <dd className="mb-2 text-soft sm:mb-0">{eventWords[type]}</dd>
            </div>
          ))}
        </dl>
        <pre className="wrap-anywhere whitespace-pre-wrap rounded-control bg-mist p-3 text-small">{told(origin)}</pre>
      </section>
    </div>
  )
}

const examples: Record<keyof typeof operations, string | null> = {
  list: null,
  accept: null,
  reject: `{ "reason": "busy" }\n\n${Object.entries(declineReasons)
    .map(([name, words]) => `${name}: ${words}`)
    .join('\n')}`,
  'on-the-way': null,
  'on-site': null,
  close:
    '{ "outcome": "resolved", "note": "En olåst dörr.", "press": null }\n\nresolved: avslutat\nfalse_alarm: falskt larm',
}

const told = (origin: string) =>
  JSON.stringify(
    {
      type: 'alarm.accepted',
      timestamp: '2026-11-22T20:14:05.000Z',
      data: {
        by: 'other',
        alarm: {
          ...{ id: '019aa0c2-…', postcode: '12540', state: 'acknowledged', isTest: false, isMine: false },
          ...{ isNeighbours: false, urgency: 1, lastPress: null, createdAt: '2026-11-22T20:13:40.000Z' },
          ...{ takenAt: '2026-11-22T20:14:05.000Z', onSiteAt: null, safeAt: null, closedAt: null },
          link: `${origin}/dashboard/provider/alarms/019aa0c2-…`,
        },
      },
    },
    null,
    2,
  )
