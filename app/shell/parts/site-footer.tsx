import { Link } from 'react-router'
import { Logo } from '~/pictures/logo'
import { Skyline } from '~/pictures/skyline'
import { EMERGENCY_NUMBER, PILOT_AREA, PRODUCT_NAME } from '~/shared/product'

const links = [
  { to: '/security', label: 'Trygghet i ditt kvarter' },
  { to: '/svarstider', label: 'Så fort går det' },
  { to: '/companies', label: 'Lokala företag' },
  { to: '/vad-konceptet-sparar', label: 'Vad konceptet sparar' },
  { to: '/auth', label: 'Logga in eller registrera dig' },
  { to: '/villkor', label: 'Villkor' },
  { to: '/integritet', label: 'Integritet' },
] as const

export function SiteFooter() {
  return (
    <footer className="band relative">
      <Skyline />
      <div className="page grid gap-10 py-14 sm:py-18 lg:grid-cols-[1.2fr_1fr]">
        <div>
          <Logo />
          <p className="mt-4 max-w-[24ch] text-soft">Grannar som håller ihop. Först i {PILOT_AREA}, 125 40.</p>
          <p className="mt-8 max-w-[34ch] border-lamp border-l-4 pl-4">
            Vid akut fara, ring alltid{' '}
            <a href={`tel:${EMERGENCY_NUMBER}`} className="link font-semibold text-lamp">
              {EMERGENCY_NUMBER}
            </a>{' '}
            först. {PRODUCT_NAME} ersätter inte {EMERGENCY_NUMBER}.
          </p>
        </div>
        <nav aria-label="Sidfot">
          <ul className="gap-x-8 sm:columns-2">
            {links.map((link) => (
              <li key={link.to} className="break-inside-avoid">
                <Link
                  to={link.to}
                  className="flex min-h-12 items-center py-1.5 leading-snug hover:text-lamp hover:underline"
                >
                  {link.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
