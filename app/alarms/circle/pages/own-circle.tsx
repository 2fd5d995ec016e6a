import { href, Link } from 'react-router'
import { answerDeed, type Deed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { IntentForm } from '~/door/parts/intent-form'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { Checkbox, ChoiceCards, TextField } from '~/ui/form/field'
import { Icon } from '~/ui/marks/icon'
import { changeTold, readOwnCircle, removePerson } from '../change-circle.server'
import { mostPeople, standingLabels, toldLabels } from '../circle'
import { invitePerson } from '../invite-person.server'
import type { Route } from './+types/own-circle'

const address = href('/dashboard/customer/safety/circle')

const deeds: Record<string, Deed> = {
  invite: {
    does: ({ house, signedIn, values }) => invitePerson(house, signedIn, values),
    says: { title: 'Frågan är skickad', message: 'Personen får veta först när hen har sagt ja.' },
    to: address,
  },
  change: {
    does: ({ house, signedIn, values }) => changeTold(house, signedIn, values),
    says: { title: 'Valet är sparat' },
    to: address,
  },
  remove: {
    does: ({ house, signedIn, values }) => removePerson(house, signedIn, values),
    says: { title: 'Personen är borttagen', message: 'Namn och nummer är raderade.' },
    to: address,
  },
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'De som får veta',
    description: 'Vilka som får veta när du larmar.',
    path: address,
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'member')
  return { people: await readOwnCircle(context.get(houseContext), signedIn) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'member')
  const values = await readForm(request, deeds)
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed(deeds, asked)
}

type Person = Route.ComponentProps['loaderData']['people'][number]
type Answer = Route.ComponentProps['actionData']

export default function OwnCirclePage({ loaderData: { people }, actionData }: Route.ComponentProps) {
  return (
    <div className="mx-auto grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-6">
      <Link to={href('/dashboard/customer/safety')} className="link inline-flex min-h-12 items-center gap-2">
        <Icon name="arrow-left" /> Trygghetslarm
      </Link>
      <h1 className="text-h2">De som får veta</h1>
      <p className="text-lead text-soft">
        En dotter, en granne: de får veta när du larmar och ser hur det går. De larmas inte som väktare och kan inte ta
        larmet. De ser aldrig vad du skrev, var du är eller din portkod.
      </p>
      {people.length > 0 ? (
        <ul className="grid grid-cols-1 gap-4">
          {people.map((person) => (
            <PersonCard key={person.id} person={person} answer={actionData} />
          ))}
        </ul>
      ) : (
        <p className="rounded-control bg-mist px-4 py-3">Du har inte frågat någon än.</p>
      )}
      {people.length < mostPeople ? (
        <Invitation answer={actionData} />
      ) : (
        <p className="text-soft">Fler än {mostPeople} går inte. Ta bort någon om du vill fråga någon annan.</p>
      )}
    </div>
  )
}

function PersonCard({ person, answer }: { person: Person; answer: Answer }) {
  const { id, name, shownPhone, email, standing } = person
  const section = `person-${id}`
  const own = answer?.values?.id === id ? answer : undefined
  return (
    <Card as="li" id={section} className="grid grid-cols-1 scroll-mt-6 gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 className="text-h4 wrap-anywhere">{name}</h2>
          <p className="tabular mt-1 wrap-anywhere text-soft">{shownPhone ?? email}</p>
        </div>
        <Badge tone={standing === 'in' ? 'spruce' : 'neutral'}>{standingLabels[standing]}</Badge>
      </div>
      <details className="unfolds group">
        <summary className="flex min-h-12 list-none items-center gap-3 font-semibold [&::-webkit-details-marker]:hidden">
          <Icon name="chevron-right" className="transition-transform duration-200 group-open:rotate-90" />
          {toldLabels[person.told]}
          <span className="sr-only">: ändra eller ta bort {name}</span>
        </summary>
        <div className="mt-3 grid grid-cols-1 gap-5">
          <IntentForm
            intent="change"
            section={section}
            answer={own}
            hidden={{ id }}
            submit={{ children: 'Spara', busyText: 'Sparar...', variant: 'secondary' }}
          >
            <Choices told={person.told} toldOfTests={person.toldOfTests} />
          </IntentForm>
          <IntentForm
            intent="remove"
            section={section}
            answer={own}
            hidden={{ id }}
            submit={{
              children: `Ta bort ${name}`,
              busyText: 'Tar bort...',
              variant: 'quiet',
              className: 'wrap-anywhere',
            }}
          />
        </div>
      </details>
    </Card>
  )
}

function Invitation({ answer }: { answer: Answer }) {
  const own = answer?.values?.id ? undefined : answer
  return (
    <Card as="section" id="fraga" aria-labelledby="fraga-rubrik" className="scroll-mt-6">
      <h2 id="fraga-rubrik" className="text-h3">
        Fråga någon
      </h2>
      <p className="mt-2 mb-5 text-soft">
        Personen får en länk och svarar själv ja eller nej. Vi frågar bara en gång, så prata gärna med personen först.
      </p>
      <IntentForm
        intent="invite"
        section="fraga"
        answer={own}
        submit={{ children: 'Skicka frågan', busyText: 'Skickar...' }}
      >
        <TextField name="name" label="Vem är det?" hint="Så som du kallar personen" autoComplete="off" maxLength={80} />
        <TextField name="contact" label="Mobilnummer eller e-post" autoComplete="off" />
        <Choices told="at once" toldOfTests={false} />
      </IntentForm>
    </Card>
  )
}

function Choices({ told, toldOfTests }: Pick<Person, 'told' | 'toldOfTests'>) {
  return (
    <>
      <ChoiceCards
        name="told"
        legend="När ska personen få veta?"
        defaultValue={told}
        options={Object.entries(toldLabels).map(([value, title]) => ({ value, title }))}
      />
      <Checkbox name="toldOfTests" label="Också när jag testar larmet" defaultChecked={toldOfTests} />
    </>
  )
}
