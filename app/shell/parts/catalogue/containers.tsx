import { Accordion, AccordionItem } from '~/ui/accordion'
import { Card, CardLink } from '~/ui/card'
import { closeDialog, Dialog, DialogButton } from '~/ui/dialog'
import { Button } from '~/ui/form/button'
import { LinkTabs } from '~/ui/tabs'
import { Chapter, Specimen } from './specimen'

export function Containers() {
  return (
    <Chapter id="ytor" title="Ytor" text="Ark på ett bord: skugga i dagsljus, en ljusare yta i mörkret, inga ramar.">
      <Specimen name="Kort" className="grid gap-4 sm:grid-cols-3">
        <Card>
          <h4>Surface</h4>
          <p className="mt-1 text-soft">Det vanliga kortet.</p>
        </Card>
        <Card tone="mist">
          <h4>Mist</h4>
          <p className="mt-1 text-soft">Lugnare, vid sidan av.</p>
        </Card>
        <Card tone="band">
          <h4>Band</h4>
          <p className="mt-1 text-soft">
            Kväll i båda teman, med <a href="#ytor">länkar</a> som syns.
          </p>
        </Card>
      </Specimen>
      <Specimen name="Kort som länkar" className="grid gap-4 sm:grid-cols-2">
        <CardLink to="/dashboard/customer/book" title="Boka tjänst" icon="calendar" heading="h4">
          Städning, trädgård, frisör och mer
        </CardLink>
        <CardLink to="/dashboard/customer/safety">
          <h4>Trygghetslarm</h4>
          <p className="mt-1 text-soft">Nå väktarna i kvarteret</p>
        </CardLink>
      </Specimen>
      <Specimen name="Flikar" className="max-w-md">
        <LinkTabs
          label="Logga in eller registrera dig"
          tabs={[
            { to: '/ui', label: 'Logga in', current: true },
            { to: '/ui?flik=registrera', label: 'Registrera', current: false },
          ]}
        />
      </Specimen>
      <Specimen name="Dragspel">
        <Accordion>
          <AccordionItem title="Tid" summary="275 timmar om året" name="catalogue" heading="h4" open>
            <p className="prose-width">Kortare resor mellan kunder ger mer tid hos var och en av dem.</p>
          </AccordionItem>
          <AccordionItem title="Koldioxid" summary="1,1 ton om året" name="catalogue" heading="h4">
            <p className="prose-width">6 875 kilometer som ingen behöver köra.</p>
          </AccordionItem>
        </Accordion>
      </Specimen>
      <Specimen name="Dialog">
        <DialogButton dialog="antaganden-exempel" icon="info">
          Visa antaganden
        </DialogButton>
        <Dialog
          id="antaganden-exempel"
          title="Antaganden"
          footer={
            <Button type="button" onClick={() => closeDialog('antaganden-exempel')}>
              Jag förstår
            </Button>
          }
        >
          <p>Vi räknar på 1 000 hushåll i ett postnummer, där vart femte är med och får besök två gånger i månaden.</p>
        </Dialog>
      </Specimen>
    </Chapter>
  )
}
