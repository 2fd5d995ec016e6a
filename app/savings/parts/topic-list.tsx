import { Accordion, AccordionItem } from '~/ui/accordion'
import { DescriptionList } from '~/ui/description-list'
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
              <span>{topic.title}</span> <span className="hyphens-none font-normal text-soft">{topic.perPostcode}</span>
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
      <p className="prose-width mb-5">{topic.text}</p>
      <DescriptionList
        className="border-line border-t pt-3"
        items={[
          { term: 'Ett postnummer', description: <Calculation lines={topic.calculation} /> },
          {
            term: 'Tusen postnummer',
            description: <strong className="font-semibold">{topic.perThousand}</strong>,
          },
          {
            term: 'Vem som vinner',
            description: (
              <span className="inline-block first-letter:uppercase">{names.format(topic.beneficiaries)}</span>
            ),
          },
          {
            term: 'Räknas in',
            description: topic.account
              ? `Ja, i beloppet för ${accountNames[topic.account].toLowerCase()}.`
              : `Nej. ${topic.outside}`,
          },
        ]}
      />
    </>
  )
}

/** Lines break before an operator, never within a figure. */
function Calculation({ lines }: { lines: string[] }) {
  return lines.map((line) => (
    <p key={line} className="hyphens-none not-first:mt-1">
      {line}
    </p>
  ))
}
