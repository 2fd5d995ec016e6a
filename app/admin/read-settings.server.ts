import { onlyAdmin } from '~/door/guard.server'
import { readSharePercent } from '~/payments/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Config } from '~/platform/config.server'
import type { House } from '~/platform/house.server'
import { formatMoment } from '~/shared/time'
import { readSettings } from './settings-store.server'

/** For an administrator: the settings, what they do and where to change them. Contains no secrets. */
export async function readSettingsForAdmin({ db, config, clock }: House, signedIn: SignedIn) {
  onlyAdmin(signedIn)
  const { banner } = await readSettings(db)
  const isShown = banner !== null && banner.until > clock.now()
  return {
    banner: isShown ? { text: banner.text, until: formatMoment(banner.until) } : null,
    patrolPercent: await readSharePercent(db),
    providers: providersOf(config),
  }
}

type Provider = { name: string; isReal: boolean; effect: string }

function providersOf(config: Config): Provider[] {
  const ways: [string, boolean, string, string][] = [
    ['Mejl', config.mail.adapter === 'smtp', 'Går ut genom er mejlserver.', 'Läggs i utkorgen och lämnar inte huset.'],
    ['SMS', config.sms.adapter !== 'outbox', 'Går ut genom 46elks.', 'Läggs i utkorgen. Larm når ingen telefon.'],
    ['Samtal', config.voice.adapter !== 'outbox', 'Ringer väktare genom 46elks.', 'Ingen telefon rings upp.'],
    ['Push', config.push.adapter !== 'outbox', 'Går till telefoner som har sagt ja.', 'Läggs i utkorgen.'],
    ['Filer', config.files.adapter === 's3', 'Ligger i er objektlagring.', 'Ligger i en mapp bredvid databasen.'],
    [
      'Kontakt\u00adformuläret',
      config.contactDelivery === 'inbox',
      'Frågor hamnar under Meddelanden.',
      'Frågor sparas inte. Avsändaren får tack, men ingen läser.',
    ],
  ]
  return ways.map(([name, isReal, real, local]) => ({ name, isReal, effect: isReal ? real : local }))
}
