import { Accordion, AccordionItem } from '~/ui/accordion'
import { accountNames, type Topic } from '../topics'

const names = new Intl.ListFormat('sv-SE', { type: 'conjunction' })

export function TopicList({ topics }: { topics: Topic[] }) {
  return (
    <Accordion>
      {topics.map((topic) => (
        <AccordionItem
          key={topic.id}
          id={topic.id}
          title={
            <span className="flex flex-wrap items-baseline justify-between gap-x-6">
              {topic.title} <span className="hyphens-none font-normal text-soft tabular">{topic.perPostcode}</span>
            </span>
          }
        >
          <TopicDetails topic={topic} />
        </AccordionItem>
      ))}
    </Accordion>
  )
}

function TopicDetails({ topic }: { topic: Topic }) {
  return (
    <>
      <p className="prose-width">{topic.text}</p>
      <dl className="mt-5 grid gap-x-6 gap-y-4 sm:grid-cols-[9rem_minmax(0,1fr)] [&>dt]:text-soft sm:[&>dt]:pt-px">
        <dt>Ett postnummer</dt>
        <dd className="grid gap-1 hyphens-none tabular">
          {topic.calculation.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </dd>
        <dt>Tusen postnummer</dt>
        <dd className="hyphens-none font-semibold tabular">{topic.perThousand}</dd>
        <dt>Vem som vinner</dt>
        <dd className="first-letter:uppercase">{names.format(topic.beneficiaries)}</dd>
        <dt>Räknas in</dt>
        <dd>{topic.account ? `Ja, under ${accountNames[topic.account]}.` : `Nej. ${topic.outside}`}</dd>
      </dl>
    </>
  )
}
